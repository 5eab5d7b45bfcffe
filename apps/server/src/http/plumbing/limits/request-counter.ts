import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { LruMap } from 'toad-cache';
import { HTTP_LIMITS } from '../../../domain/limits/limits.ts';

type Window = { readonly startedAt: number; readonly count: number };

/**
 * Creates the store in which `@fastify/rate-limit` counts requests in windows. Its own store reads the wall
 * clock: after that is set back, visitors would be refused until it has caught up (ADR 13).
 * @param elapsedMs monotonic milliseconds
 */
export function requestCounterOn(elapsedMs: () => number): FastifyRateLimitStoreCtor {
  return class RequestCounter implements FastifyRateLimitStore {
    readonly #windows = new LruMap<Window>(HTTP_LIMITS.countedAddresses);

    incr(
      key: string,
      callback: (error: null, result: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      const time = elapsedMs();
      const last = this.#windows.get(key);
      const { startedAt, count } =
        last === undefined || time - last.startedAt >= windowMs ? { startedAt: time, count: 0 } : last;
      this.#windows.set(key, { startedAt, count: count + 1 });
      callback(null, { current: count + 1, ttl: startedAt + windowMs - time });
    }

    /** The counters of a route with a limit of its own. */
    child(): RequestCounter {
      return new RequestCounter();
    }
  };
}

import { API_BASE } from '@samtal/api-contract';
import type { Clock } from '@samtal/sip';
import type { FastifyInstance } from 'fastify';
import { createDelays } from './delays.ts';
import { createPlanned } from './planned.ts';

/** A fault that is applied to a request before it reaches a resource. */
export type HttpFault = {
  /** A path of the user API such as `user/login`, or any path from the root. */
  readonly path: string;
  /** Sent instead of the resource's answer; absent = the resource answers after the delay. */
  readonly status?: number | undefined;
  /** Sent as JSON, or as plain text if a string; absent = empty. */
  readonly body?: unknown;
  readonly delayMs?: number | undefined;
};

export type FaultyHttp = {
  answer(fault: HttpFault, times: number | undefined): void;
  /** Adds the faults to every resource that is added to `app` later. */
  watch(app: FastifyInstance): void;
  reset(): void;
};

const isAt = (path: string, wanted: string): boolean =>
  path === (wanted.startsWith('/') ? wanted : `${API_BASE}${wanted}`);

export function createFaultyHttp(clock: Clock): FaultyHttp {
  const faults = createPlanned<HttpFault>();
  const delays = createDelays(clock);
  return {
    answer: faults.add,
    watch(app) {
      app.addHook('onRequest', async (request, reply) => {
        const [path = ''] = request.url.split('?');
        const fault = faults.take((each) => isAt(path, each.path));
        if (fault === undefined) return;
        await new Promise<void>((resolve) => delays.after(fault.delayMs ?? 0, resolve));
        if (fault.status === undefined) return;
        await reply.code(fault.status).header('Cache-Control', 'no-store').send(fault.body);
      });
      app.addHook('preClose', async () => delays.finish());
    },
    reset() {
      faults.clear();
      delays.finish();
    },
  };
}

import { NAMES_PER_REQUEST, type NamedAddress } from '@samtal/api-contract';
import type { Clock, Log } from '@samtal/call-core';
import type { ApiResult } from '../ports/user-api.ts';
import { createStore, type Store } from '../store/store.ts';
import { type Colleague, plainAddress } from './known-names.ts';

/** The names that the organisation has for addresses, asked for in batches and remembered (decision D61). */
export type Colleagues = {
  /** The names so far, by plain address. */
  readonly names: Store<ReadonlyMap<string, Colleague>>;
  /** Asks for the names of addresses that have not been asked for yet. */
  readonly learn: (addresses: readonly string[]) => void;
  /**
   * Calls `then` once the address has been asked for, and after `NAME_WAIT_MS` at the latest; at once if
   * there is nothing to wait for. The returned function cancels that.
   */
  readonly whenLearned: (address: string, then: () => void) => () => void;
  /** Forgets everything; to be called when the user has changed. */
  readonly forget: () => void;
};

export type ColleaguesOptions = {
  /** Asks the server; undefined = the user gets no names, and nothing is asked. */
  readonly ask: () =>
    | ((addresses: readonly string[]) => Promise<ApiResult<readonly NamedAddress[]>>)
    | undefined;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly log: Pick<Log, 'warn'>;
};

/** How long a notification waits for the caller's name. */
export const NAME_WAIT_MS = 400;
/** How long to wait after the server has refused too many requests. */
const REFUSED_PAUSE_MS = 30_000;
/** The most addresses that are remembered; above it all are forgotten. */
const MOST_ADDRESSES = 5000;

const nothing = (): void => undefined;
const noNames: ReadonlyMap<string, Colleague> = new Map();

export function createColleagues({ ask, clock, log }: ColleaguesOptions): Colleagues {
  const names = createStore(noNames);
  const answered = new Set<string>();
  const waiting = new Set<string>();
  const listeners = new Set<() => void>();
  let isAsking = false;
  let generation = 0;

  function settle(part: readonly string[], found: readonly NamedAddress[]): void {
    const isFull = answered.size + part.length > MOST_ADDRESSES;
    if (isFull) answered.clear();
    for (const address of part) answered.add(address);
    if (found.length > 0 || isFull)
      names.set(
        new Map([
          ...(isFull ? noNames : names.get()),
          ...found.map(
            ({ address, name, imageUrl: image = '' }) => [plainAddress(address), { name, image }] as const,
          ),
        ]),
      );
  }

  /** Asks for the waiting addresses, one request after the other. */
  async function askForWaiting(): Promise<void> {
    const request = ask();
    if (isAsking || request === undefined) return;
    isAsking = true;
    const current = generation;
    while (waiting.size > 0) {
      const part = [...waiting].slice(0, NAMES_PER_REQUEST);
      const result = await request(part);
      if (current !== generation) return;
      if (!result.ok && result.status === 429) {
        clock.setTimer(REFUSED_PAUSE_MS, () => {
          if (current !== generation) return;
          isAsking = false;
          void askForWaiting();
        });
        return;
      }
      for (const address of part) waiting.delete(address);
      if (result.ok) settle(part, result.value);
      else log.warn('names could not be loaded', { status: result.status });
      for (const listener of listeners) listener();
    }
    isAsking = false;
  }

  return {
    names,
    learn(addresses) {
      if (ask() === undefined) return;
      for (const address of addresses.map(plainAddress))
        if (address.includes('@') && !answered.has(address)) waiting.add(address);
      // Waits until all addresses of this turn are known, so that they share a request.
      if (waiting.size > 0) queueMicrotask(() => void askForWaiting());
    },
    whenLearned(address, then) {
      const plain = plainAddress(address);
      if (!waiting.has(plain)) {
        then();
        return nothing;
      }
      const stop = (): void => {
        listeners.delete(check);
        stopTimer();
      };
      const finish = (): void => {
        stop();
        then();
      };
      const check = (): void => {
        if (!waiting.has(plain)) finish();
      };
      listeners.add(check);
      const stopTimer = clock.setTimer(NAME_WAIT_MS, finish);
      return stop;
    },
    forget() {
      generation += 1;
      isAsking = false;
      waiting.clear();
      answered.clear();
      listeners.clear();
      names.set(noNames);
    },
  };
}

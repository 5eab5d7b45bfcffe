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
   * Asks for the other end of a call that begins. It may have another name or picture by now, so an earlier
   * answer hardly counts.
   */
  readonly learnOfCall: (address: string) => void;
  /**
   * Asks for an address that is on the screen, once the screen stands still: a list that is scrolled and a field
   * in which a user types send no request for each row and letter. An old answer is asked for again, because the
   * colleague may have another picture. The returned function withdraws that.
   */
  readonly learnShown: (address: string) => () => void;
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
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
};

/** How long a notification waits for the caller's name. */
export const NAME_WAIT_MS = 400;
/** How long to wait after the server has refused too many requests. */
const REFUSED_PAUSE_MS = 30_000;
/** The most addresses that are remembered; above it all are forgotten. */
const MOST_ADDRESSES = 5000;
/** How long an answer counts when a call begins: many calls in a row cause no request each. */
export const CALL_ANSWER_MS = 1000;
/** How long the answer for an address on the screen counts. */
export const ANSWER_MS = 600_000;
/** How long the rows on the screen must be the same before they are asked for. */
export const STILL_MS = 300;
/**
 * The most requests for what is on the screen within a time. The server allows more (decision D61); the rest is
 * for the names of callers.
 */
export const SHOWN_REQUESTS = { most: 20, withinMs: 300_000 } as const;

const nothing = (): void => undefined;
const noNames: ReadonlyMap<string, Colleague> = new Map();

export function createColleagues({ ask, clock, log }: ColleaguesOptions): Colleagues {
  const names = createStore(noNames);
  /** When each address was answered. */
  const answered = new Map<string, number>();
  const waiting = new Set<string>();
  /** The rows on the screen; several may have one address. */
  const shown = new Set<{ readonly address: string }>();
  let stopStillness = nothing;
  let shownRequests = 0;
  const listeners = new Set<() => void>();
  let isAsking = false;
  let generation = 0;

  function settle(part: readonly string[], found: readonly NamedAddress[]): void {
    const isFull = answered.size + part.length > MOST_ADDRESSES;
    if (isFull) answered.clear();
    const known = new Map(isFull ? noNames : names.get());
    for (const address of part) {
      answered.set(address, clock.now());
      known.delete(address);
    }
    for (const { address, name, imageUrl: image = '' } of found)
      known.set(plainAddress(address), { name, image });
    if (found.length > 0 || known.size !== names.get().size) names.set(known);
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
      else log.warn('names_not_loaded', { status: result.status });
      for (const listener of listeners) listener();
    }
    isAsking = false;
  }

  function askFor(addresses: readonly string[]): void {
    if (ask() === undefined) return;
    for (const address of addresses) if (address.includes('@')) waiting.add(address);
    // The code that runs now may ask for more addresses: they share a request.
    if (waiting.size > 0) queueMicrotask(() => void askForWaiting());
  }

  const isOlderThan = (address: string, ms: number): boolean =>
    clock.now() - (answered.get(address) ?? Number.NEGATIVE_INFINITY) >= ms;

  function askForShown(): void {
    const due = [...shown].map(({ address }) => address).filter((address) => isOlderThan(address, ANSWER_MS));
    if (due.length === 0 || shownRequests >= SHOWN_REQUESTS.most) return;
    shownRequests += 1;
    clock.setTimer(SHOWN_REQUESTS.withinMs, () => {
      shownRequests -= 1;
      askForShown();
    });
    askFor(due.slice(0, NAMES_PER_REQUEST));
  }

  return {
    names,
    learn: (addresses) => askFor(addresses.map(plainAddress).filter((address) => !answered.has(address))),
    learnOfCall(address) {
      const plain = plainAddress(address);
      if (isOlderThan(plain, CALL_ANSWER_MS)) askFor([plain]);
    },
    learnShown(address) {
      const row = { address: plainAddress(address) };
      shown.add(row);
      stopStillness();
      stopStillness = clock.setTimer(STILL_MS, askForShown);
      return () => void shown.delete(row);
    },
    whenLearned(address, then) {
      const plain = plainAddress(address);
      if (!waiting.has(plain) || answered.has(plain)) {
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

import type { Clock } from '@samtal/call-core';
import type { IncomingResponse } from 'jssip/lib/SIPMessage';
import type { SentOutcome } from '../../../client/ports/text-watch.ts';
import type { Session } from '../rtc-session.ts';
import type { Gate } from './gate.ts';

/**
 * A request without an answer counts as lost after this time, long before timer F (32 s), so that the user
 * soon learns of it.
 */
const ANSWER_TIMEOUT_MS = 10_000;

/** The delay before a request is sent again to a peer that is away, whatever its Retry-After says. */
export const AWAY_MS = 1000;

/**
 * How often a request is sent to a peer that says it is away: for longer than any interruption lasts (120 s, decision
 * D80), after which the server has ended the call.
 */
export const MOST_AWAY = 180;

export type RequestQueueOptions = {
  readonly session: Session;
  readonly clock: Clock;
  /** Requests wait here while this side has no connection (decision D80). */
  readonly gate: Gate;
  /**
   * Called with true when the server answers that the peer is away for a moment, and with false when a later
   * request has ended in another way; absent = such a request has failed.
   */
  readonly onAway?: ((isAway: boolean) => void) | undefined;
  /** Called with the body of each request that is sent; the function that it returns is told its outcome. */
  readonly onSent?: ((body: string) => (outcome: SentOutcome) => void) | undefined;
};

export type RequestQueue = {
  /** Sends one request unless `isWanted` is false when its turn comes; true when the peer has accepted it. */
  send(headers: readonly string[], body: string, isWanted?: () => boolean): Promise<boolean>;
};

/** The server has not forwarded the request: the peer has no connection, but may come back (RFC 3261 §21.4.18). */
export const isAway = (response?: IncomingResponse): boolean =>
  response?.status_code === 480 && response.getHeader('Retry-After') !== undefined;

/** Sends requests of one method inside a dialog, strictly one at a time, to keep their order. */
export function createRequestQueue(
  { session, clock, gate, onAway, onSent }: RequestQueueOptions,
  method: string,
): RequestQueue {
  const sendOne = (headers: readonly string[], body: string): Promise<SentOutcome> =>
    new Promise((resolve) => {
      const forgetTimer = clock.setTimer(ANSWER_TIMEOUT_MS, () => resolve('lost'));
      const settle = (outcome: SentOutcome): void => {
        forgetTimer();
        resolve(outcome);
      };
      const lose = (): void => settle('lost');
      session.sendRequest(method, {
        extraHeaders: headers,
        body,
        eventHandlers: {
          onSuccessResponse: () => settle('taken'),
          onErrorResponse: (response) => settle(onAway !== undefined && isAway(response) ? 'away' : 'lost'),
          onRequestTimeout: lose,
          onTransportError: lose,
          onDialogError: lose,
        },
      });
    });
  const pause = (): Promise<void> => new Promise((resolve) => void clock.setTimer(AWAY_MS, resolve));

  async function sendWhenPossible(
    headers: readonly string[],
    body: string,
    isWanted: () => boolean,
  ): Promise<boolean> {
    let outcome: SentOutcome = 'away';
    for (let attempt = 1; outcome === 'away' && attempt <= MOST_AWAY; attempt++) {
      if (attempt > 1) await pause();
      if (!gate.isOpen) await gate.passed();
      if (!session.isEstablished() || (attempt === 1 && !isWanted())) return false;
      const report = onSent?.(body);
      outcome = await sendOne(headers, body);
      report?.(outcome);
      if (outcome === 'away') onAway?.(true);
    }
    onAway?.(false);
    return outcome === 'taken';
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    send(headers, body, isWanted = () => true) {
      const sent = last.then(() => sendWhenPossible(headers, body, isWanted));
      last = sent;
      return sent;
    },
  };
}

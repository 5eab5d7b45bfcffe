import type { Clock } from '@samtal/call-core';
import type { Session } from '../rtc-session.ts';

/**
 * A request without an answer counts as lost after this time, long before timer F (32 s), so that the user
 * soon learns of it.
 */
const ANSWER_TIMEOUT_MS = 10_000;

export type RequestQueue = {
  /** Sends one request unless `isWanted` is false when its turn comes; true when the peer has accepted it. */
  send(headers: readonly string[], body: string, isWanted?: () => boolean): Promise<boolean>;
};

/** Sends requests of one method inside a dialog, strictly one at a time, to keep their order. */
export function createRequestQueue(session: Session, clock: Clock, method: string): RequestQueue {
  const sendOne = (headers: readonly string[], body: string): Promise<boolean> =>
    new Promise((resolve) => {
      const forgetTimer = clock.setTimer(ANSWER_TIMEOUT_MS, () => resolve(false));
      const settle = (isTaken: boolean) => (): void => {
        forgetTimer();
        resolve(isTaken);
      };
      const lost = settle(false);
      session.sendRequest(method, {
        extraHeaders: headers,
        body,
        eventHandlers: {
          onSuccessResponse: settle(true),
          onErrorResponse: lost,
          onRequestTimeout: lost,
          onTransportError: lost,
          onDialogError: lost,
        },
      });
    });

  let last: Promise<unknown> = Promise.resolve();
  return {
    send(headers, body, isWanted = () => true) {
      const sent = last.then(() => (session.isEstablished() && isWanted() ? sendOne(headers, body) : false));
      last = sent;
      return sent;
    },
  };
}

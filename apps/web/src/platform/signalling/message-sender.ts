import type { Clock } from '@samtal/call-core';
import type { Session } from './rtc-session.ts';

/** An unanswered MESSAGE counts as lost long before timer F (32 s): who types must know. */
const ANSWER_TIMEOUT_MS = 10_000;

export type MessageSender = {
  /** Sends T.140 characters in the dialog; true when the other end has taken them. */
  send(characters: string): Promise<boolean>;
};

/** In-dialog MESSAGE, one at a time, so that order holds. */
export function createMessageSender(session: Session, clock: Clock): MessageSender {
  const sendOne = (characters: string): Promise<boolean> =>
    new Promise((resolve) => {
      const forgetTimer = clock.setTimer(ANSWER_TIMEOUT_MS, () => resolve(false));
      const settle = (isTaken: boolean) => (): void => {
        forgetTimer();
        resolve(isTaken);
      };
      const lost = settle(false);
      session.sendRequest('MESSAGE', {
        extraHeaders: ['Content-Type: text/plain;charset=UTF-8'],
        body: characters,
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
    send(characters) {
      const sent = last.then(() => (session.isEnded() ? false : sendOne(characters)));
      last = sent;
      return sent;
    },
  };
}

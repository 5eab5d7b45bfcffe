import { createRequestQueue, type RequestQueueOptions } from './request-queue.ts';

export type MessageSender = {
  /** Sends T.140 characters in the dialog; true when the peer has accepted them. */
  send(characters: string): Promise<boolean>;
};

/**
 * Sends MESSAGE in the dialog. Chunks that wait behind a failed chunk are not sent, because their
 * text continues that of the failed one (decision D41).
 */
export function createMessageSender(options: RequestQueueOptions): MessageSender {
  const queue = createRequestQueue(options, 'MESSAGE');
  let failures = 0;
  return {
    async send(characters) {
      const failuresBefore = failures;
      let isTried = false;
      const isTaken = await queue.send(['Content-Type: text/plain;charset=UTF-8'], characters, () => {
        isTried = failures === failuresBefore;
        return isTried;
      });
      if (isTried && !isTaken) failures++;
      return isTaken;
    },
  };
}

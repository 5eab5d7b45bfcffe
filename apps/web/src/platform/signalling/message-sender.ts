import type { Clock } from '@samtal/call-core';
import { createRequestQueue } from './request-queue.ts';
import type { Session } from './rtc-session.ts';

export type MessageSender = {
  /** Sends T.140 characters in the dialog; true when the other end has taken them. */
  send(characters: string): Promise<boolean>;
};

/** In-dialog MESSAGE. */
export function createMessageSender(session: Session, clock: Clock): MessageSender {
  const queue = createRequestQueue(session, clock, 'MESSAGE');
  return { send: (characters) => queue.send(['Content-Type: text/plain;charset=UTF-8'], characters) };
}

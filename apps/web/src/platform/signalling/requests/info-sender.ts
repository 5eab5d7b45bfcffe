import type { Info } from '@samtal/call-core';
import { createRequestQueue, type RequestQueueOptions } from './request-queue.ts';

export type InfoSender = {
  /** Sends one INFO; true when the peer has accepted it. */
  send(info: Info): Promise<boolean>;
};

/** Content type and body of docs/requirements.md 3.4. */
const bodyOf = (info: Info): readonly [contentType: string, body: string] =>
  info.kind === 'tone'
    ? ['application/dtmf-relay', `Signal=${info.tone}\r\nDuration=${info.durationMs}`]
    : ['application/pidf+xml', info.document];

/**
 * Sends INFO in the dialog (SIP-04). JsSIP's own `sendInfo` would end the call if a request has no answer.
 */
export function createInfoSender(options: RequestQueueOptions): InfoSender {
  const queue = createRequestQueue(options, 'INFO');
  return {
    send(info) {
      const [contentType, body] = bodyOf(info);
      return queue.send([`Content-Type: ${contentType}`, 'Content-Disposition: render'], body);
    },
  };
}

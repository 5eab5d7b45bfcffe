import type { NegotiatedMedia } from '@samtal/call-core';
import type { IncomingRequest, IncomingResponse } from 'jssip/lib/SIPMessage';

/** An INVITE of the peer, or its 2xx. */
export type PeerMessage = IncomingRequest | IncomingResponse;

export const allows = (message: PeerMessage, method: 'MESSAGE' | 'REFER'): boolean =>
  (message.getHeader('Allow') ?? '').toUpperCase().includes(method);

/** Whether the client can be in a call of three (RFC 3911 §6). */
const takesJoin = (message: PeerMessage): boolean =>
  message.getHeaders('Supported').some((value) => /\bjoin\b/i.test(value));

/** Whether the peer can be asked to call a third user, and whether it can be in a call of three. */
export function abilitiesOf(message: PeerMessage): Pick<NegotiatedMedia, 'takesTransfers' | 'takesJoin'> {
  // Without Allow, as in the 200 of JsSIP, it is not known what the peer takes (RFC 3261 §20.5).
  const mayTake = allows(message, 'REFER') || !message.hasHeader('Allow');
  return {
    ...(mayTake ? { takesTransfers: true } : {}),
    ...(takesJoin(message) ? { takesJoin: true } : {}),
  };
}

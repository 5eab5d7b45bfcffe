import type { SipRequest } from '@samtal/sip';
import { tokens } from '@samtal/sip';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import type { Offer } from '../server-agent.ts';
import { partsOf } from './body-parts.ts';

const readable = ['application/sdp', 'application/pidf+xml'];

/** The offer in an INVITE, or the status with which it is refused (RFC 5621 §3.3, RFC 3261 §21.4.10). */
export function readOffer(invite: SipRequest): Omit<Offer, 'session'> | number {
  const parts = partsOf(invite);
  if (parts === undefined) return 400;
  if (parts.some(({ contentType, isOptional }) => !isOptional && !readable.includes(contentType))) return 415;
  const find = (type: string): string | undefined =>
    parts.find(({ contentType }) => contentType === type)?.body;
  const offer = find('application/sdp');
  if ((offer?.length ?? 0) > AGENT_LIMITS.offerLength) return 413;
  return {
    offer,
    position: find('application/pidf+xml'),
    allowsMessage: tokens(invite, 'Allow').includes('MESSAGE'),
  };
}

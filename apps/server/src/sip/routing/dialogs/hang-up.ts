import type { Header, SipRequest, SipResponse, TransactionLayer } from '@samtal/sip';
import { callIdOf, contactUriOf, cseqNumberOf, header, ignoreOutcome, replaceFirst } from '@samtal/sip';
import type { Binding } from '../../registrar/location.ts';
import { tagOfAnswer } from '../forwarding.ts';
import { createBye } from './bye.ts';
import { targetIn } from './dialog.ts';

/**
 * Sends the ACK for a 2xx to an offer inside a dialog, for an end that has lost its connection meanwhile: its
 * peer would end the call without it (RFC 3261 §14.2).
 */
export function acknowledge(
  transactions: TransactionLayer,
  offer: SipRequest,
  { flowId, success }: { readonly flowId: string; readonly success: SipResponse },
): void {
  const bare = offer.headers.filter(({ name }) => name.toLowerCase() !== 'content-type');
  const ack = { ...offer, method: 'ACK', uri: contactUriOf(success) || offer.uri, headers: bare, body: '' };
  transactions.sendOutside(replaceFirst(ack, 'CSeq', `${cseqNumberOf(offer)} ACK`), flowId);
}

/** Sends ACK and BYE for a 2xx to `invite` that came too late or cannot be used (RFC 3261 §13.2.2.4). */
export function hangUp(
  transactions: TransactionLayer,
  invite: SipRequest,
  {
    binding,
    success,
    why,
  }: { readonly binding: Binding; readonly success: SipResponse; readonly why: Header },
): void {
  const tag = tagOfAnswer(success);
  const to = header(invite, 'To') ?? '';
  const cseq = cseqNumberOf(invite);
  const callee = {
    identity: tag === undefined ? to : `${to};tag=${tag}`,
    target: targetIn(success) || binding.contactUri,
  };
  const from = { identity: header(invite, 'From') ?? '', cseq };
  const bye = createBye(callIdOf(invite), from, callee, why);
  const ack: SipRequest = { ...replaceFirst(bye, 'CSeq', `${cseq} ACK`), method: 'ACK' };
  transactions.sendOutside(ack, binding.flow.id);
  transactions.send(bye, binding.flow.id, ignoreOutcome);
}

import { splitSdp } from '@samtal/realtime-text';
import type { Header, SipRequest, SipResponse } from '@samtal/sip';
import { header, headers, tokens } from '@samtal/sip';
import { TEXT_GATEWAY_LIMITS } from '../../domain/limits/limits.ts';
import type { Content } from '../call/dialog.ts';
import { readOffer } from '../call/read-offer.ts';
import { isSdp } from '../sdp-answer.ts';
import type { Description } from './text-negotiation.ts';

/** All values of these fields, unless they are longer than those of an honest phone. */
export function fieldsOf(message: SipRequest | SipResponse, names: readonly string[]): readonly Header[] {
  const fields = names.flatMap((name) => headers(message, name).map((value) => ({ name, value })));
  const length = fields.reduce((sum, { value }) => sum + value.length, 0);
  return length > TEXT_GATEWAY_LIMITS.fieldLength ? [] : fields;
}

/** The content of a message with its SDP replaced; a multipart body keeps its other parts. */
export const withSdp = (message: SipRequest, before: string, after: string): Content => ({
  type: header(message, 'Content-Type') ?? 'application/sdp',
  body: message.body.replace(before, () => after),
});

/** The offer in an INVITE, or the status with which it is refused: 488 for one without an offer. */
export function offerIn(invite: SipRequest): Description | number {
  const read = readOffer(invite);
  if (typeof read === 'number') return read;
  const { offer: sdp, allowsMessage } = read;
  return sdp !== undefined && isSdp(splitSdp(sdp)) ? { sdp, allowsMessage } : 488;
}

/** The SDP answer in a 2xx; undefined if it has none. */
export function answerIn(success: SipResponse): Description | undefined {
  const { body } = success;
  return isSdp(splitSdp(body))
    ? { sdp: body, allowsMessage: tokens(success, 'Allow').includes('MESSAGE') }
    : undefined;
}

/** The status with which the caller is refused when the callee was. */
export function passedStatus(response: SipResponse | undefined): number {
  if (response === undefined) return 408;
  const { status } = response;
  // A redirection and a challenge are for the gateway, which does not follow them.
  return status < 400 || status === 401 || status === 407 ? 480 : status;
}

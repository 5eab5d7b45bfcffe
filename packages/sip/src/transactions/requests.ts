import { callIdOf, cseqNumberOf } from '../field-values.ts';
import type { Header, SipRequest, SipResponse } from '../message.ts';
import { header, headers } from '../message.ts';

/**
 * Creates CANCEL, or ACK for a refused INVITE; both copy Via, Route, Call-ID and CSeq number of the INVITE
 * (RFC 3261 §9.1, §17.1.1.3).
 */
function sibling(
  invite: SipRequest,
  method: 'ACK' | 'CANCEL',
  to: string,
  extra: readonly Header[],
): SipRequest {
  return {
    kind: 'request',
    method,
    uri: invite.uri,
    headers: [
      { name: 'Via', value: header(invite, 'Via') ?? '' },
      ...headers(invite, 'Route').map((value) => ({ name: 'Route', value })),
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: header(invite, 'From') ?? '' },
      { name: 'To', value: to },
      { name: 'Call-ID', value: callIdOf(invite) },
      { name: 'CSeq', value: `${cseqNumberOf(invite)} ${method}` },
      ...extra,
    ],
    body: '',
  };
}

export const createAck = (invite: SipRequest, response: SipResponse): SipRequest =>
  sibling(invite, 'ACK', header(response, 'To') ?? '', []);

export const createCancel = (invite: SipRequest, extra: readonly Header[]): SipRequest =>
  sibling(invite, 'CANCEL', header(invite, 'To') ?? '', extra);

const repeated = new Set(['Via', 'Route', 'From', 'To', 'Call-ID', 'CSeq']);

/**
 * A request with only the header fields that CANCEL and ACK copy, so that its body does not stay in memory
 * while an answer is awaited.
 */
export const withoutRest = (request: SipRequest): SipRequest => ({
  ...request,
  headers: request.headers.filter(({ name }) => repeated.has(name)),
  body: '',
});

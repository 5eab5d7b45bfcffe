import { parseCSeq } from '../cseq.ts';
import type { Header, SipRequest, SipResponse } from '../message.ts';
import { header, headers } from '../message.ts';

/** What CANCEL and the ACK of a refused INVITE share: the INVITE's own Via, Route and number (RFC 3261 §9.1, §17.1.1.3). */
function sibling(
  invite: SipRequest,
  method: 'ACK' | 'CANCEL',
  to: string,
  extra: readonly Header[],
): SipRequest {
  const number = parseCSeq(header(invite, 'CSeq') ?? '')?.number ?? 0;
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
      { name: 'Call-ID', value: header(invite, 'Call-ID') ?? '' },
      { name: 'CSeq', value: `${number} ${method}` },
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

/** A request with nothing but what its CANCEL and ACK repeat: a body must not wait in memory for an answer. */
export const withoutRest = (request: SipRequest): SipRequest => ({
  ...request,
  headers: request.headers.filter(({ name }) => repeated.has(name)),
  body: '',
});

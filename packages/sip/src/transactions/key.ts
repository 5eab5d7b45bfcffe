import { cseqOf } from '../field-values.ts';
import type { SipRequest, SipResponse } from '../message.ts';
import { header } from '../message.ts';
import { parseNameAddr, tagOf } from '../name-addr.ts';
import { MAGIC_COOKIE, parseVia } from '../via.ts';

/**
 * The method in the key of a transaction: ACK belongs to the transaction of its INVITE (RFC 3261 §17.2.3).
 */
const transactionMethod = (method: string): string => (method === 'ACK' ? 'INVITE' : method);

/**
 * The key of the server transaction of a request (RFC 3261 §17.2.3): branch, sent-by and method. If the
 * branch does not begin with the cookie (RFC 2543), or is only the cookie, other fields identify the
 * transaction.
 */
export function serverKey(request: SipRequest, method = transactionMethod(request.method)): string {
  const via = parseVia(header(request, 'Via') ?? '');
  const branch = via?.params.get('branch') ?? '';
  if (branch.length > MAGIC_COOKIE.length && branch.startsWith(MAGIC_COOKIE)) {
    return `${branch}|${via?.sentBy.toLowerCase() ?? ''}|${method}`;
  }
  const from = tagOf(header(request, 'From'));
  const to = parseNameAddr(header(request, 'To') ?? '')?.uri;
  const number = cseqOf(request)?.number;
  return [
    '2543',
    request.uri,
    from,
    to,
    header(request, 'Call-ID'),
    number,
    header(request, 'Via'),
    method,
  ].join('|');
}

/** The key of the client transaction of a response (RFC 3261 §17.1.3): branch and method. */
export function clientKey(response: SipResponse): string {
  const branch = parseVia(header(response, 'Via') ?? '')?.params.get('branch') ?? '';
  return `${branch}|${cseqOf(response)?.method ?? ''}`;
}

import type { SipRequest } from '@samtal/sip';
import { header, sipUriOf } from '@samtal/sip';
import type { ServerAddress } from '../../network/server-address.ts';

/**
 * The Record-Route of one branch of a call. It names the address at which the client reached this server
 * (RFC 3261 §16.6 step 4), so each end gets its own value (§16.7 step 8 allows rewriting it in the response).
 */
export const createRecordRoute = (token: string, { host, port, transport }: ServerAddress): string =>
  `<sip:${token}@${host}:${port};transport=${transport};lr>`;

/** The token in the topmost Route of a request inside a dialog; undefined when there is none. */
export function readRouteToken(request: SipRequest): string | undefined {
  return sipUriOf(header(request, 'Route'))?.user;
}

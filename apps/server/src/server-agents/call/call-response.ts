import type { SipRequest, SipResponse } from '@samtal/sip';
import { createResponse, headers } from '@samtal/sip';
import { ALLOW } from '../abilities.ts';

export type CallResponse = {
  readonly status: number;
  /** The agent's tag in this dialog. */
  readonly toTag: string;
  /** Value of Contact. */
  readonly contact: string;
  readonly sdp?: string;
  /** Value of Retry-After, in seconds. */
  readonly retryAfter?: number;
};

/**
 * Creates the response to a request of a call. A response that forms a dialog has Record-Route, Contact and
 * Allow (RFC 3261 §12.1.1, §13.3.1).
 */
export function createCallResponse(request: SipRequest, response: CallResponse): SipResponse {
  const { status, toTag, contact, sdp, retryAfter } = response;
  const formsDialog = request.method === 'INVITE' && status > 100 && status < 300;
  const routes = headers(request, 'Record-Route').map((value) => ({ name: 'Record-Route', value }));
  return createResponse(request, status, {
    toTag,
    headers: [
      ...(formsDialog ? [...routes, { name: 'Contact', value: contact }] : []),
      ...(formsDialog || request.method === 'OPTIONS' ? [{ name: 'Allow', value: ALLOW }] : []),
      ...(retryAfter === undefined ? [] : [{ name: 'Retry-After', value: String(retryAfter) }]),
      ...(sdp === undefined ? [] : [{ name: 'Content-Type', value: 'application/sdp' }]),
    ],
    body: sdp ?? '',
  });
}

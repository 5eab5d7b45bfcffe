import type { SipRequest } from '@samtal/sip';
import { header, mediaTypeOf } from '@samtal/sip';
import { instancesIn } from '../domain/accounts/instances.ts';

/** An external SIP server tells that a device of the callee has responded to an INVITE. */
export type DeviceReport = {
  readonly callId: string;
  /** UUID in lower case. */
  readonly instance: string;
  readonly status: number;
};

/** The lines of a response that a report carries (RFC 3420): status, Call-ID, and Contact with the instance. */
const FRAGMENT = /^SIP\/2\.0 (\d{3}) [^\r\n]*\r\nCall-ID: (\S+)\r\nContact: ([^\r\n]+)\r\n$/;

/** Whether a request outside any dialog carries a report. */
export const isDeviceReport = (request: SipRequest): boolean =>
  request.method === 'MESSAGE' && mediaTypeOf(header(request, 'Content-Type') ?? '') === 'message/sipfrag';

/** Reads a report; undefined if it is not in order. */
export function readDeviceReport({ body }: SipRequest): DeviceReport | undefined {
  const [, status, callId, contact = ''] = FRAGMENT.exec(body) ?? [];
  const [instance] = instancesIn(contact);
  return callId === undefined || instance === undefined
    ? undefined
    : { callId, instance, status: Number(status) };
}

import type { SipRequest } from '@samtal/sip';
import { header, headers, parseNameAddr, parseUri } from '@samtal/sip';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { DialogMatch } from './dialogs.ts';

/**
 * The address in Refer-To may be called by the peer: one SIP address without header fields or another method, which the
 * peer's INVITE would carry (RFC 3515 §2.1, RFC 3261 §19.1.5).
 */
function isCallable(request: SipRequest): boolean {
  const [value = '', ...more] = headers(request, 'Refer-To');
  if (more.length > 0 || value.length > SIP_LIMITS.referToLength) return false;
  const uri = parseUri(parseNameAddr(value)?.uri ?? '');
  return (
    uri?.scheme === 'sip' &&
    uri.user !== undefined &&
    uri.password === undefined &&
    uri.headers === undefined &&
    /^(?:INVITE)?$/i.test(uri.params.get('method') ?? '')
  );
}

/** The event and the kind of content that the progress of a transfer has (RFC 3515 §2.4.4, §2.4.5). */
function isProgress(request: SipRequest): boolean {
  const [event] = (header(request, 'Event') ?? '').toLowerCase().split(';');
  const [type] = (header(request, 'Content-Type') ?? '').toLowerCase().split(';');
  return event?.trim() === 'refer' && (request.body === '' || type?.trim() === 'message/sipfrag');
}

/**
 * The status with which REFER or NOTIFY inside a dialog is refused (decision D87); undefined = it may pass. This server
 * only forwards them, and calls no address because of them.
 */
export function transferRefusal({ dialog, sender }: DialogMatch, request: SipRequest): number | undefined {
  if (request.method === 'NOTIFY') {
    if (!isProgress(request)) return 489;
    return request.body.length > SIP_LIMITS.progressLength ? 413 : undefined;
  }
  if (request.method !== 'REFER') return undefined;
  if (!dialog.isConfirmed) return 403;
  if (!isCallable(request)) return 400;
  return sender.mayRefer() ? undefined : 503;
}

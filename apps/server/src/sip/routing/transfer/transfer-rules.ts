import type { SipRequest } from '@samtal/sip';
import { header } from '@samtal/sip';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import type { DialogMatch } from '../dialogs/dialog-match.ts';
import { referTargetOf } from './refer-target.ts';

/**
 * Events that ends of a call tell each other, and the kind of content of each: the progress of a transfer (RFC 3515 §2.4.4,
 * §2.4.5), and how another call of a call of three is (RFC 4575, decision D102).
 */
const contents: ReadonlyMap<string, string> = new Map([
  ['refer', 'message/sipfrag'],
  ['conference', 'application/conference-info+xml'],
]);

function isKnown(request: SipRequest): boolean {
  const [event] = (header(request, 'Event') ?? '').toLowerCase().split(';');
  const [type] = (header(request, 'Content-Type') ?? '').toLowerCase().split(';');
  const content = contents.get(event?.trim() ?? '');
  return content !== undefined && (request.body === '' || type?.trim() === content);
}

/**
 * The status with which REFER or NOTIFY inside a dialog is refused (decision D87); undefined = it may pass. This server
 * only forwards them, and calls no address because of them.
 */
export function transferRefusal({ dialog, sender }: DialogMatch, request: SipRequest): number | undefined {
  if (request.method === 'NOTIFY') {
    if (!isKnown(request)) return 489;
    return request.body.length > SIP_LIMITS.progressLength ? 413 : undefined;
  }
  if (request.method !== 'REFER') return undefined;
  if (!dialog.isConfirmed) return 403;
  if (referTargetOf(request) === undefined) return 400;
  return sender.mayRefer() ? undefined : 503;
}

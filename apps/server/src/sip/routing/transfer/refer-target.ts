import type { SipRequest, SipUri } from '@samtal/sip';
import { headers, parseNameAddr, parseUri } from '@samtal/sip';
import type { Replaces } from '@samtal/sip/replaces';
import { parseReplaces } from '@samtal/sip/replaces';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';

/**
 * What the INVITE shall do with a dialog of its receiver: take its place (RFC 3891), or make three of two (RFC 3911). Both
 * fields have the same form.
 */
export type DialogReference = { readonly field: 'Replaces' | 'Join'; readonly dialog: Replaces };

/** What Refer-To names: an address, and a dialog there (RFC 5589 §7, RFC 3911 §7). */
export type ReferTarget = { readonly uri: SipUri; readonly reference: DialogReference | undefined };

function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The values of one field of an INVITE, or of Refer-To; undefined if they name no dialog. */
export function referenceOf(
  field: DialogReference['field'],
  values: readonly string[],
): DialogReference | undefined {
  const dialog = parseReplaces(values);
  return dialog === undefined || (field === 'Join' && dialog.isEarlyOnly) ? undefined : { field, dialog };
}

/**
 * What Refer-To names, if the peer may call it: one SIP address, without another method, and with no header field but one
 * Replaces or Join, which the peer's INVITE would carry (RFC 3515 §2.1, RFC 3261 §19.1.5). Undefined = it may not.
 */
export function referTargetOf(request: SipRequest): ReferTarget | undefined {
  const [value = '', ...more] = headers(request, 'Refer-To');
  if (more.length > 0 || value.length > SIP_LIMITS.referToLength) return undefined;
  const uri = parseUri(parseNameAddr(value)?.uri ?? '');
  const isCallable =
    uri?.scheme === 'sip' &&
    uri.user !== undefined &&
    uri.password === undefined &&
    /^(?:INVITE)?$/i.test(uri.params.get('method') ?? '');
  if (!isCallable) return undefined;
  if (uri.headers === undefined) return { uri, reference: undefined };
  const [, field = '', named = ''] = /^(replaces|join)=([^&=]+)$/i.exec(uri.headers) ?? [];
  const reference = referenceOf(/^join$/i.test(field) ? 'Join' : 'Replaces', [unescape(named)]);
  return reference && { uri, reference };
}

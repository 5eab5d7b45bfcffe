import type { Replaces, SipRequest, SipUri } from '@samtal/sip';
import { headers, parseNameAddr, parseReplaces, parseUri } from '@samtal/sip';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';

/** What Refer-To names: an address, and the dialog there that the INVITE is to replace (RFC 5589 §7). */
export type ReferTarget = { readonly uri: SipUri; readonly replaces: Replaces | undefined };

function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/**
 * What Refer-To names, if the peer may call it: one SIP address, without another method, and with no header field but one
 * Replaces, which the peer's INVITE would carry (RFC 3515 §2.1, RFC 3261 §19.1.5). Undefined = it may not.
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
  if (uri.headers === undefined) return { uri, replaces: undefined };
  const [, named = ''] = /^replaces=([^&=]+)$/i.exec(uri.headers) ?? [];
  const replaces = parseReplaces([unescape(named)]);
  return replaces && { uri, replaces };
}

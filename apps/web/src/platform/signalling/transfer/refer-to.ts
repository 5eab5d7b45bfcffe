import { parseReplaces, writeReplaces } from '@samtal/sip';

/** The longest Refer-To that is read, in UTF-16 units. */
const LONGEST = 512;

/** A name in quotes or not, and one SIP address with a user, with no header field but Replaces, and no other method. */
const form =
  /^(?:"(?:[^"\\]|\\.)*"\s*|[^<>"?]*)<sip:([^@<>?;:,"\s]+)@([a-z0-9.[\]:-]+)(?:;[^<>?",\s]*)?(?:\?replaces=([^<>?",\s&=]+))?>$/i;
/** The same without brackets: a parameter would belong to the header field (RFC 3261 §20). */
const bareForm = /^sip:([^@<>?;:,"\s]+)@([a-z0-9.[\]:-]+)$/i;

/** The address that Refer-To names as `user@domain`, and the dialog there that the INVITE is to replace (RFC 5589 §7). */
export type ReferTarget = { readonly address: string; readonly replaces?: string };

/**
 * What Refer-To names (RFC 3515 §2.1), without the name beside it, which proves nothing; undefined if the field is not
 * exactly one address that can be called by INVITE.
 */
export function targetInReferTo(fields: readonly string[]): ReferTarget | undefined {
  const [value = '', ...more] = fields;
  if (more.length > 0 || value.length > LONGEST) return undefined;
  const text = value.trim();
  if (/;method=(?!invite\b)/i.test(text)) return undefined;
  const [, user = '', host = '', named] = form.exec(text) ?? bareForm.exec(text) ?? [];
  try {
    const plain = decodeURIComponent(user);
    if (plain === '' || /[@\p{C}\s]/u.test(plain)) return undefined;
    const address = `${plain}@${host}`.toLowerCase();
    if (named === undefined) return { address };
    const replaces = parseReplaces([decodeURIComponent(named)]);
    return replaces && { address, replaces: writeReplaces(replaces) };
  } catch {
    return undefined;
  }
}

/** The URI with the dialog that the INVITE to it is to replace. */
export const withReplaces = (uri: string, replaces: string): string =>
  `${uri}?Replaces=${encodeURIComponent(replaces)}`;

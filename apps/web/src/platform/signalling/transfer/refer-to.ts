/** The longest Refer-To that is read, in UTF-16 units. */
const LONGEST = 512;

/** A name in quotes or not, and one SIP address with a user, without header fields or another method. */
const form = /^(?:"(?:[^"\\]|\\.)*"\s*|[^<>"?]*)<sip:([^@<>?;:,"\s]+)@([a-z0-9.[\]:-]+)(?:;[^<>?",\s]*)?>$/i;
/** The same without brackets: a parameter would belong to the header field (RFC 3261 §20). */
const bareForm = /^sip:([^@<>?;:,"\s]+)@([a-z0-9.[\]:-]+)$/i;

/**
 * The address that Refer-To names as `user@domain` (RFC 3515 §2.1), without the name beside it, which proves nothing;
 * undefined if the field is not exactly one address that can be called by INVITE.
 */
export function addressInReferTo(fields: readonly string[]): string | undefined {
  const [value = '', ...more] = fields;
  if (more.length > 0 || value.length > LONGEST) return undefined;
  const text = value.trim();
  if (/;method=(?!invite\b)/i.test(text)) return undefined;
  const [, user = '', host = ''] = form.exec(text) ?? bareForm.exec(text) ?? [];
  try {
    const plain = decodeURIComponent(user);
    const isUser = plain !== '' && !/[@\p{C}\s]/u.test(plain);
    return isUser ? `${plain}@${host}`.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}

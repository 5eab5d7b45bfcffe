import { parseReplaces, writeReplaces } from '@samtal/sip/replaces';

/** The longest Refer-To that is read, in UTF-16 units. */
const LONGEST = 512;

/** A name in quotes or not, and one SIP address with a user, with no header field but Replaces or Join, and no other method. */
const form =
  /^(?:"(?:[^"\\]|\\.)*"\s*|[^<>"?]*)<sip:([^@<>?;:,"\s]+)@([a-z0-9.[\]:-]+)(?:;[^<>?",\s]*)?(?:\?(replaces|join)=([^<>?",\s&=]+))?>$/i;
/** The same without brackets: a parameter would belong to the header field (RFC 3261 §20). */
const bareForm = /^sip:([^@<>?;:,"\s]+)@([a-z0-9.[\]:-]+)$/i;

/**
 * What Refer-To names: an address, as `user@domain`, and perhaps a dialog of that address. The INVITE is to replace
 * (RFC 5589 §7) or join (RFC 3911) this dialog.
 */
export type ReferTarget = {
  readonly address: string;
  readonly replaces?: string;
  readonly joins?: string;
};

/**
 * What Refer-To names (RFC 3515 §2.1), without the name beside it, which proves nothing; undefined if the field is not
 * exactly one address that can be called by INVITE.
 */
export function targetInReferTo(fields: readonly string[]): ReferTarget | undefined {
  const [value = '', ...more] = fields;
  if (more.length > 0 || value.length > LONGEST) return undefined;
  const text = value.trim();
  if (/;method=(?!invite\b)/i.test(text)) return undefined;
  const [, user = '', host = '', field = '', named] = form.exec(text) ?? bareForm.exec(text) ?? [];
  try {
    const plain = decodeURIComponent(user);
    if (plain === '' || /[@\p{C}\s]/u.test(plain)) return undefined;
    const address = `${plain}@${host}`.toLowerCase();
    if (named === undefined) return { address };
    const dialog = parseReplaces([decodeURIComponent(named)]);
    if (dialog === undefined) return undefined;
    if (/^replaces$/i.test(field)) return { address, replaces: writeReplaces(dialog) };
    return dialog.isEarlyOnly ? undefined : { address, joins: writeReplaces(dialog) };
  } catch {
    return undefined;
  }
}

/** The URI with the dialog that the INVITE to it is to replace or to join. */
export const withDialog = (uri: string, field: 'Replaces' | 'Join', dialog: string): string =>
  `${uri}?${field}=${encodeURIComponent(dialog)}`;

import { isToken, splitParams } from './grammar.ts';

/** The dialog that an INVITE replaces, as the receiver of the INVITE knows it (RFC 3891 §6.1). */
export type Replaces = {
  readonly callId: string;
  /** The tag of the receiver: `to-tag` of the header field. */
  readonly localTag: string;
  /** The tag of the receiver's peer: `from-tag`. */
  readonly remoteTag: string;
  /** The dialog is replaced only if it is early. */
  readonly isEarlyOnly: boolean;
};

/** A value longer than this is refused unread; ours have about 100 characters. */
const LONGEST_VALUE = 1024;

/** The characters of `word` (RFC 3261 §25.1), of which a Call-ID has one or two parts. */
const callIdPattern = /^[A-Za-z0-9\-.!%*_+`'~()<>:\\"/[\]?{}]+(?:@[A-Za-z0-9\-.!%*_+`'~()<>:\\"/[\]?{}]+)?$/;

/**
 * Reads the values of the Replaces header fields of one INVITE.
 * @returns undefined if there is not exactly one, or it breaks the grammar (RFC 3891 §3: 400)
 */
export function parseReplaces(values: readonly string[]): Replaces | undefined {
  const [value] = values;
  if (value === undefined || values.length > 1 || value.length > LONGEST_VALUE) return undefined;
  const end = value.indexOf(';');
  const callId = value.slice(0, Math.max(0, end)).trim();
  const params = splitParams(value.slice(end + 1));
  const localTag = params?.get('to-tag');
  const remoteTag = params?.get('from-tag');
  if (!callIdPattern.test(callId) || localTag === undefined || remoteTag === undefined) return undefined;
  if ([...(params?.values() ?? [])].includes('')) return undefined;
  if (!isToken(localTag) || !isToken(remoteTag)) return undefined;
  const isEarlyOnly = params?.has('early-only') === true;
  // `early-only` has no value.
  if (isEarlyOnly && params?.get('early-only') !== undefined) return undefined;
  return { callId, localTag, remoteTag, isEarlyOnly };
}

/** The value of a Replaces header field. */
export const writeReplaces = ({ callId, localTag, remoteTag, isEarlyOnly }: Replaces): string =>
  `${callId};to-tag=${localTag};from-tag=${remoteTag}${isEarlyOnly ? ';early-only' : ''}`;

/** A dialog of the receiver of an INVITE with Replaces. */
export type ReplaceableDialog = {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  readonly state: 'earlyOutgoing' | 'earlyIncoming' | 'confirmed' | 'terminated';
};

/** Whether Replaces names the dialog: tags and Call-ID are compared byte by byte (RFC 3261 §20.8, §19.3). */
export const namesDialog = (
  { callId, localTag, remoteTag }: Replaces,
  dialog: Pick<ReplaceableDialog, 'callId' | 'localTag' | 'remoteTag'>,
): boolean => dialog.callId === callId && dialog.localTag === localTag && dialog.remoteTag === remoteTag;

/**
 * The status with which the INVITE is refused; undefined = it may replace `dialog` (RFC 3891 §3).
 * @param dialog the dialog that Replaces names; undefined = there is none
 */
export function refusalOfReplaces(
  { isEarlyOnly }: Replaces,
  dialog: Pick<ReplaceableDialog, 'state'> | undefined,
): 481 | 486 | 603 | undefined {
  switch (dialog?.state) {
    case undefined:
    // An early dialog that this side has not begun: the ringing phone would be picked up by another one.
    case 'earlyIncoming':
      return 481;
    case 'terminated':
      return 603;
    case 'confirmed':
      return isEarlyOnly ? 486 : undefined;
    case 'earlyOutgoing':
      return undefined;
  }
}

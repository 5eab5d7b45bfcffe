import { namesDialog, parseReplaces, refusalOfReplaces } from '@samtal/sip/replaces';
import type { IncomingRequest } from 'jssip/lib/SIPMessage';
import type { SavedDialog } from './saved-dialog.ts';

/** A dialog that an INVITE can name. */
export type NamedDialog = {
  /** The id of its call. */
  readonly id: string;
  readonly dialog: Pick<SavedDialog, 'callId' | 'localTag' | 'remoteTag' | 'remoteUri'>;
  readonly state: 'confirmed' | 'terminated';
  /** It is that of an earlier page, and is not taken up yet. */
  readonly isWaiting: boolean;
  /** This side is the caller of a waiting dialog, and its own INVITE to take it up is under way. */
  readonly isTakenUpByCaller: boolean;
};

/** What is read of an INVITE. */
type Invite = Pick<IncomingRequest, 'getHeaders' | 'hasHeader'>;

/** What an INVITE with Replaces or Join is, or the status that refuses it. */
export type Judgement =
  /** The peer of the call replaces the dialog. */
  | { readonly id: string }
  /** A third user takes the place of the peer (decision D101), or joins the call (decision D102). */
  | { readonly replaces: string }
  | { readonly joins: string }
  | { readonly status: number };

const addressIn = (uri: string): string =>
  uri
    .replace(/^sips?:/i, '')
    .replace(/[;?].*$/, '')
    .toLowerCase();

const isPeerOf = ({ dialog }: NamedDialog, from: string): boolean =>
  addressIn(dialog.remoteUri) === from.toLowerCase();

/** RFC 3911 §4. */
function judgeJoin(request: Invite, from: string, dialogs: readonly NamedDialog[]): Judgement {
  const join = parseReplaces(request.getHeaders('Join'));
  if (join === undefined || join.isEarlyOnly || request.hasHeader('Replaces')) return { status: 400 };
  const found = dialogs.find(({ isWaiting, dialog }) => !isWaiting && namesDialog(join, dialog));
  // The peer of the call has no need to join it.
  return found?.state === 'confirmed' && !isPeerOf(found, from) ? { joins: found.id } : { status: 481 };
}

/**
 * Judges an INVITE with Replaces (RFC 3891 §3) or Join.
 * @param from the address of its sender
 * @param keepsCalls the peer of a call may replace its dialog
 */
export function judgeInvite(
  request: Invite,
  from: string,
  keepsCalls: boolean,
  dialogs: readonly NamedDialog[],
): Judgement {
  if (request.hasHeader('Join')) return judgeJoin(request, from, dialogs);
  const replaces = parseReplaces(request.getHeaders('Replaces'));
  if (replaces === undefined) return { status: 400 };
  const found = dialogs.find(({ dialog }) => namesDialog(replaces, dialog));
  const isPeer = found !== undefined && isPeerOf(found, from);
  // The peer lets a third user take its place in a call that is in progress. The user decides.
  const isThird = !isPeer && found !== undefined && !found.isWaiting;
  const isAllowed = isPeer ? keepsCalls : isThird;
  const refusal = refusalOfReplaces(replaces, isAllowed ? found : undefined);
  if (found === undefined || refusal !== undefined) return { status: refusal ?? 481 };
  if (isThird) return { replaces: found.id };
  // Both pages were loaded anew, and both have sent an INVITE: that of the caller counts.
  return found.isTakenUpByCaller ? { status: 491 } : { id: found.id };
}

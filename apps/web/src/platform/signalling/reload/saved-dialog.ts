import type { UA } from 'jssip';
import type { Session } from '../rtc-session.ts';

/** A dialog of a page, for the page that is loaded in its place (RFC 3261 §12). */
export type SavedDialog = {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  readonly localUri: string;
  readonly remoteUri: string;
  readonly remoteTarget: string;
  readonly routes: readonly string[];
  /** The highest CSeq number that this end has used. */
  readonly cseq: number;
  /** The Contact of this end, which the next page keeps, so that requests in the dialog reach it. */
  readonly contact: string;
  /** This end has sent the INVITE of the dialog. */
  readonly isCaller: boolean;
  /** The counted text of the dialog (decision D82), which only its machine reads. */
  readonly text?: unknown;
};

type Uri = { toString(): string };

/** Members of JsSIP's dialog that its types leave out. */
type Dialog = {
  readonly id: { readonly call_id: string; readonly local_tag: string; readonly remote_tag: string };
  readonly _local_uri: Uri;
  readonly _remote_uri: Uri;
  readonly _remote_target: Uri;
  readonly _route_set: readonly string[];
  readonly _local_seqnum?: number;
};

/** What names the dialog of a session to others; undefined before it is established. */
export function dialogOf(
  session: Session | undefined,
): (Pick<SavedDialog, 'callId' | 'localTag' | 'remoteTag'> & { readonly remoteUri: string }) | undefined {
  const id = session?._dialog?.id;
  if (session === undefined || id === undefined) return undefined;
  const { call_id: callId, local_tag: localTag, remote_tag: remoteTag } = id;
  return { callId, localTag, remoteTag, remoteUri: session.remote_identity.uri.toAor() };
}

/** The dialog of a session; undefined before it is established, and when it is over. */
export function savedDialogOf(session: Session, ua: UA): SavedDialog | undefined {
  const dialog = session._dialog as unknown as Dialog | null | undefined;
  if (dialog === undefined || dialog === null) return undefined;
  const { id, _route_set: routes } = dialog;
  const { direction }: { readonly direction: string } = session;
  return {
    callId: id.call_id,
    localTag: id.local_tag,
    remoteTag: id.remote_tag,
    localUri: dialog._local_uri.toString(),
    remoteUri: dialog._remote_uri.toString(),
    remoteTarget: dialog._remote_target.toString(),
    routes: [...routes],
    cseq: dialog._local_seqnum ?? 0,
    contact: `${ua.contact.uri}`,
    isCaller: direction === 'outgoing',
  };
}

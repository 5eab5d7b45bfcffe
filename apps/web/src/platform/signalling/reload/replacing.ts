import { writeReplaces } from '@samtal/sip/replaces';
import { type UA, URI } from 'jssip';
import type { Replacing } from '../outgoing-call.ts';
import type { SavedDialog } from './saved-dialog.ts';

/** What is special in an INVITE that replaces a dialog (RFC 3891). */
export function replacing({ callId, localTag, remoteTag, localUri }: SavedDialog, ua: UA): Replacing {
  // Replaces names the dialog from the view of the peer.
  const named = { callId, localTag: remoteTag, remoteTag: localTag, isEarlyOnly: false };
  const extraHeaders = ['Require: replaces', `Replaces: ${writeReplaces(named)}`];
  const { configuration } = ua as unknown as { readonly configuration: { readonly uri: URI } };
  const user = (URI.parse(localUri) as unknown as URI | undefined)?.user;
  // The peer knows the user by the address of the dialog, which may be another one of the account.
  return user === undefined || user === configuration.uri.user
    ? { extraHeaders }
    : { extraHeaders, fromUserName: user };
}

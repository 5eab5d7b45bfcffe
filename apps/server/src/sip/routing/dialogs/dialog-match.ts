import type { SipRequest } from '@samtal/sip';
import { callIdOf, header, tagOf } from '@samtal/sip';
import type { Replaces } from '@samtal/sip/replaces';
import { namesDialog } from '@samtal/sip/replaces';
import type { Flow } from '../../flow.ts';
import type { Branch, Dialog, DialogEnd } from './dialog.ts';

/** A dialog from the point of view of the sender of a request. */
export type DialogMatch = {
  readonly dialog: Dialog;
  readonly sender: DialogEnd;
  readonly receiver: DialogEnd;
};

/** The dialog of the branch to which a request of `flow` belongs, by Call-ID and both tags (RFC 3261 §12.2.2). */
export function matchRequest(branch: Branch, request: SipRequest, flow: Flow): DialogMatch | undefined {
  if (callIdOf(request) !== branch.invite.callId) return undefined;
  const isCaller = flow === branch.caller;
  if (!isCaller && flow !== branch.callee) return undefined;
  const own = tagOf(header(request, 'From'));
  const other = tagOf(header(request, 'To'));
  const [callerTag, calleeTag] = isCaller ? [own, other] : [other, own];
  const dialog = branch.dialogs.get(calleeTag ?? '');
  if (dialog === undefined || callerTag !== tagOf(dialog.caller.identity)) return undefined;
  const { caller, callee } = dialog;
  return isCaller
    ? { dialog, sender: caller, receiver: callee }
    : { dialog, sender: callee, receiver: caller };
}

/** The confirmed dialog of the branch that Replaces names, with `flow` as the connection of its sender (RFC 3891). */
export function matchReplaces(branch: Branch, replaces: Replaces, flow: Flow): DialogMatch | undefined {
  const { caller: callerFlow, invite, dialogs } = branch;
  for (const dialog of dialogs.values()) {
    const { caller, callee, isConfirmed } = dialog;
    const [sender, receiver] = flow === callerFlow ? [caller, callee] : [callee, caller];
    const localTag = tagOf(receiver.identity) ?? '';
    const remoteTag = tagOf(sender.identity) ?? '';
    if (isConfirmed && namesDialog(replaces, { callId: invite.callId, localTag, remoteTag }))
      return { dialog, sender, receiver };
  }
  return undefined;
}

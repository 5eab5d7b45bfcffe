import type { Header, SipRequest, SipResponse } from '@samtal/sip';
import { cseqNumberOf, tagOf } from '@samtal/sip';
import type { Replaces } from '@samtal/sip/replaces';
import type { CallEnding } from '../../../domain/calls/call-outcome.ts';
import type { CallWatch } from '../../../domain/calls/call-watch.ts';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import type { SavedDialog } from '../../../domain/saved-dialog.ts';
import type { Flow } from '../../flow.ts';
import { tagOfAnswer } from '../forwarding.ts';
import { readRouteToken } from '../record-route.ts';
import { type AddressedBye, byesOf, connectionLost, notAllowed, serverStops } from './bye.ts';
import type { Branch, Dialog } from './dialog.ts';
import { confirmedOf, inviteFactsOf, isSameAddress, openDialog, targetIn } from './dialog.ts';
import { type DialogMatch, matchReplaces, matchRequest } from './dialog-match.ts';
import type { SavedDialogs } from './saved-dialogs.ts';

/** Called when a confirmed dialog has ended. */
type OnEnd = (ending: CallEnding) => void;

/**
 * The dialogs that this proxy forwards. A request is within a dialog only when its token, Call-ID, both tags
 * and connection match a dialog in this store. The store also keeps what is needed to send BYE on behalf of
 * an end whose connection is lost.
 */
export type Dialogs = {
  /** Adds the branch of an INVITE that is about to be sent to `callee`. */
  openBranch(invite: SipRequest, flows: { readonly caller: Flow; readonly callee: Flow }): Branch;
  /** Records a provisional response; false when it would open more dialogs than one INVITE may. */
  noteEarly(branch: Branch, provisional: SipResponse): boolean;
  /**
   * Records the 2xx of a callee, which ends the branch's other dialogs; `onEnd` is called at the call's end.
   */
  confirm(branch: Branch, success: SipResponse, onEnd: OnEnd, watch?: CallWatch): void;
  /** Removes a branch that has not been confirmed, with all its early dialogs. */
  closeBranch(branch: Branch): void;
  find(request: SipRequest, sender: Flow): DialogMatch | undefined;
  /** The confirmed dialog that Replaces names, if `sender` is one of its ends (RFC 3891). */
  findReplaced(replaces: Replaces, sender: Flow): DialogMatch | undefined;
  /** Whether this connection has a confirmed dialog with a user of this address. */
  talksWith(flow: Flow, address: string): boolean;
  /** Updates CSeq and Contact from a request within a dialog. */
  follow(match: DialogMatch, request: SipRequest): void;
  /** Removes a dialog after its BYE was answered. */
  end(dialog: Dialog): void;
  /**
   * Gives the confirmed dialogs of a connection to another one of the same device (decision D80).
   * @returns whether there were any
   */
  move(from: Flow, to: Flow): boolean;
  /**
   * Adds a dialog of an earlier run of this server, whose ends have no connection yet; `onEnd` is called at the
   * call's end.
   */
  restore(
    saved: SavedDialog,
    flows: { readonly caller: Flow; readonly callee: Flow },
    onEnd: OnEnd,
    watch?: CallWatch,
  ): void;
  /** Removes the branches of a lost connection that are not confirmed. */
  dropUnconfirmed(lost: Flow): void;
  /** Removes the dialogs of a lost connection; returns a BYE to the remaining end of each confirmed one. */
  takeByesFor(lost: Flow, reason?: Header): readonly AddressedBye[];
  /**
   * Removes all dialogs that are not stored for the next run of this server; returns BYEs to both ends of each
   * confirmed one.
   */
  takeAllByes(): readonly AddressedBye[];
  /** Whether this connection has a ringing or open call. */
  has(flow: Flow): boolean;
  /** Number of branches; 0 when no call rings or is open. */
  count(): number;
};

type Entry = Branch & { onEnd: OnEnd; isSaved: boolean };

/** Added to the CSeq of a stored dialog, in which requests have passed since. Numbers may be left out (§12.2.2). */
const UNSEEN_REQUESTS = 1_000_000;

/**
 * Creates an empty store of dialogs.
 * @param elapsedMs monotonic milliseconds
 * @param onFree called when the last call of a connection has ended
 * @param saved stores the dialogs whose ends may come back; absent = a restart ends all calls
 */
export function createDialogs(
  elapsedMs: () => number,
  createToken: () => string,
  onFree: (flow: Flow) => void,
  saved?: Pick<SavedDialogs, 'save' | 'remove'>,
): Dialogs {
  const branches = new Map<string, Entry>();
  const byFlow = new Map<Flow, Set<Entry>>();

  const branchesOf = (flow: Flow): readonly Entry[] => [...(byFlow.get(flow) ?? [])];

  function index(flow: Flow, branch: Entry): void {
    byFlow.set(flow, (byFlow.get(flow) ?? new Set()).add(branch));
  }
  function isLastOf(flow: Flow, entry: Entry): boolean {
    const others = byFlow.get(flow);
    others?.delete(entry);
    return others?.size === 0 && byFlow.delete(flow);
  }
  function remove(branch: Branch, ending: CallEnding): void {
    const entry = branches.get(branch.token);
    if (entry === undefined) return;
    branches.delete(entry.token);
    const freed = [entry.caller, entry.callee].filter((flow) => isLastOf(flow, entry));
    entry.dialogs.clear();
    if (entry.isSaved) saved?.remove(entry.token);
    entry.onEnd(ending);
    for (const flow of freed) onFree(flow);
  }

  function note(branch: Branch, answer: SipResponse): Dialog | undefined {
    const tag = tagOfAnswer(answer);
    if (tag === undefined) return undefined;
    const dialog = branch.dialogs.get(tag) ?? openDialog(branch, targetIn(answer), tag, elapsedMs);
    dialog.callee.target = targetIn(answer) || dialog.callee.target;
    branch.dialogs.set(tag, dialog);
    return dialog;
  }

  /** Stores the state of an established dialog, if both ends can prove later that they are the same devices. */
  function save(entry: Entry, { caller, callee, isConfirmed }: Dialog): void {
    const ends = [caller, callee].map(({ flow, identity, target, cseq }) => {
      const { device, connection } = flow;
      return device && { device, remoteAddress: connection.remoteAddress, identity, target, cseq };
    });
    const [one, other] = ends;
    if (saved === undefined || !isConfirmed || one === undefined || other === undefined) return;
    const { token, invite } = entry;
    const { callId, cseq, to } = invite;
    saved.save({ token, callId, cseq, to, caller: one, callee: other, recordId: entry.watch?.id });
    entry.isSaved = true;
  }

  return {
    openBranch(invite, { caller, callee }) {
      const entry: Entry = {
        token: createToken(),
        invite: inviteFactsOf(invite),
        caller,
        callee,
        dialogs: new Map(),
        onEnd: () => undefined,
        isSaved: false,
        watch: undefined,
      };
      branches.set(entry.token, entry);
      index(caller, entry);
      index(callee, entry);
      return entry;
    },
    noteEarly(branch, provisional) {
      const tag = tagOfAnswer(provisional);
      const isNew = tag !== undefined && !branch.dialogs.has(tag);
      if (isNew && branch.dialogs.size >= SIP_LIMITS.dialogsPerBranch) return false;
      note(branch, provisional);
      return true;
    },
    confirm(branch, success, onEnd, watch) {
      const dialog = note(branch, success);
      const entry = branches.get(branch.token);
      if (dialog === undefined || entry === undefined) {
        onEnd('connectionLost');
        return;
      }
      dialog.isConfirmed = true;
      entry.watch = watch;
      for (const [tag, other] of branch.dialogs) if (other !== dialog) branch.dialogs.delete(tag);
      entry.onEnd = onEnd;
      save(entry, dialog);
    },
    closeBranch(branch) {
      if (confirmedOf(branch).length === 0) remove(branch, 'hungUp');
    },
    find(request, flow) {
      const branch = branches.get(readRouteToken(request) ?? '');
      return branch && matchRequest(branch, request, flow);
    },
    findReplaced(replaces, flow) {
      for (const branch of branchesOf(flow)) {
        const match = matchReplaces(branch, replaces, flow);
        if (match !== undefined) return match;
      }
      return undefined;
    },
    talksWith: (flow, address) =>
      branchesOf(flow)
        .flatMap(confirmedOf)
        .some(({ caller, callee }) =>
          [caller, callee].some((end) => end.flow !== flow && isSameAddress(end.identity, address)),
        ),
    follow({ dialog, sender }, request) {
      sender.cseq = Math.max(sender.cseq, cseqNumberOf(request));
      const target = targetIn(request) || sender.target;
      if (target === sender.target) return;
      sender.target = target;
      const entry = branches.get(dialog.branch.token);
      if (entry !== undefined) save(entry, dialog);
    },
    end(dialog) {
      const tag = tagOf(dialog.callee.identity) ?? '';
      if (dialog.branch.dialogs.get(tag) !== dialog) return;
      if (dialog.isConfirmed) remove(dialog.branch, 'hungUp');
      else dialog.branch.dialogs.delete(tag);
    },
    move(from, to) {
      const moved = branchesOf(from).filter((branch) => confirmedOf(branch).length > 0);
      for (const entry of moved) {
        if (entry.caller === from) entry.caller = to;
        if (entry.callee === from) entry.callee = to;
        isLastOf(from, entry);
        index(to, entry);
      }
      return moved.length > 0;
    },
    restore({ token, callId, cseq, to, caller, callee }, flows, onEnd, watch) {
      const invite = {
        callId,
        from: caller.identity,
        to,
        cseq,
        contactUri: caller.target,
        uri: callee.target,
      };
      const entry: Entry = { token, invite, ...flows, dialogs: new Map(), onEnd, isSaved: true, watch };
      branches.set(token, entry);
      index(flows.caller, entry);
      index(flows.callee, entry);
      const tag = tagOf(callee.identity) ?? '';
      const dialog = openDialog(entry, callee.target, tag, elapsedMs);
      dialog.isConfirmed = true;
      dialog.caller.cseq = caller.cseq + UNSEEN_REQUESTS;
      dialog.callee.cseq = callee.cseq + UNSEEN_REQUESTS;
      entry.dialogs.set(tag, dialog);
    },
    dropUnconfirmed(flow) {
      for (const branch of branchesOf(flow))
        if (confirmedOf(branch).length === 0) remove(branch, 'connectionLost');
    },
    takeByesFor(flow, reason = connectionLost) {
      const ending = reason === notAllowed ? 'revoked' : 'connectionLost';
      return branchesOf(flow).flatMap((branch) => {
        const byes = confirmedOf(branch).map((dialog) => byesOf(dialog, reason));
        remove(branch, ending);
        return byes.map(({ toCaller, toCallee }) => (branch.caller === flow ? toCallee : toCaller));
      });
    },
    has: (flow) => byFlow.has(flow),
    takeAllByes() {
      const ending = [...branches.values()].filter(({ isSaved }) => !isSaved);
      return ending.flatMap((branch) => {
        const byes = confirmedOf(branch).map((dialog) => byesOf(dialog, serverStops));
        remove(branch, 'serverStopped');
        return byes.flatMap(({ toCallee, toCaller }) => [toCallee, toCaller]);
      });
    },
    count: () => branches.size,
  };
}

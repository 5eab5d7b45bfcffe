import type { Header, Replaces, SipRequest, SipResponse } from '@samtal/sip';
import {
  addressOf,
  callIdOf,
  contactUriOf,
  cseqNumberOf,
  header,
  namesDialog,
  parseNameAddr,
  tagOf,
} from '@samtal/sip';
import type { CallEnding } from '../../../domain/calls/call-outcome.ts';
import type { CallWatch } from '../../../domain/calls/call-watch.ts';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import { createRateLimit } from '../../../domain/limits/rate-limit.ts';
import type { SavedDialog } from '../../../domain/saved-dialog.ts';
import type { Flow } from '../../flow.ts';
import { tagOfAnswer } from '../forwarding.ts';
import { createReason } from '../reason.ts';
import { readRouteToken } from '../record-route.ts';
import type { SavedDialogs } from './saved-dialogs.ts';

/** One end of a dialog. */
export type DialogEnd = {
  /** The connection of this end now; it is lost while the end is away (decision D80). */
  readonly flow: Flow;
  /** From or To value with its tag, as this end writes it. */
  readonly identity: string;
  /** Remote target for requests to this end. */
  target: string;
  /**
   * Highest CSeq number that this end has used. If the server sends BYE on its behalf, BYE has the next one.
   */
  cseq: number;
  /** Whether one more request of this end is within its rate limit; each call of this function counts. */
  readonly isWithinRate: () => boolean;
  /** Whether this end may ask for one more transfer now; each call of this function counts. */
  readonly mayRefer: () => boolean;
};

/** A dialog of a call: early from the first response with a tag, confirmed from the 2xx (RFC 3261 §12). */
export type Dialog = {
  readonly branch: Branch;
  readonly caller: DialogEnd;
  readonly callee: DialogEnd;
  isConfirmed: boolean;
};

/** An INVITE that was forwarded to one target, with the dialogs that the target's responses have opened. */
export type Branch = {
  /** Unguessable; requests within the branch's dialogs carry this token in Route. */
  readonly token: string;
  caller: Flow;
  callee: Flow;
  /** The parts of the INVITE that are needed later. Its body and other fields are dropped to save memory. */
  readonly invite: InviteFacts;
  readonly dialogs: Map<string, Dialog>;
  /** Follows the call of a confirmed dialog; undefined = nothing follows it. */
  watch: CallWatch | undefined;
};

type InviteFacts = {
  readonly callId: string;
  readonly from: string;
  readonly to: string;
  readonly cseq: number;
  /** Contact of the caller. */
  readonly contactUri: string;
  /** Request-URI of the INVITE that was sent to the callee. */
  readonly uri: string;
};

/** A dialog from the point of view of the sender of a request. */
export type DialogMatch = {
  readonly dialog: Dialog;
  readonly sender: DialogEnd;
  readonly receiver: DialogEnd;
};

/** Called when a confirmed dialog has ended. */
type OnEnd = (ending: CallEnding) => void;

export type AddressedBye = { readonly bye: SipRequest; readonly flow: Flow };

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

/** CSeq numbers must be below 2^31 (RFC 3261 §8.1.1.5). */
const LARGEST_CSEQ = 2 ** 31 - 1;

export function createBye(
  callId: string,
  from: Pick<DialogEnd, 'identity' | 'cseq'>,
  to: Pick<DialogEnd, 'identity' | 'target'>,
  reason: Header,
): SipRequest {
  return {
    kind: 'request',
    method: 'BYE',
    uri: to.target,
    headers: [
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: from.identity },
      { name: 'To', value: to.identity },
      { name: 'Call-ID', value: callId },
      { name: 'CSeq', value: `${Math.min(from.cseq + 1, LARGEST_CSEQ)} BYE` },
      reason,
    ],
    body: '',
  };
}

export const connectionLost: Header = createReason(503, 'Connection lost');
/** The account is disabled, or its session has ended (decisions D40, D48). */
export const notAllowed: Header = createReason(403, 'Forbidden');
const serverStops: Header = createReason(503, 'Server stops');

/** Whether two From or To values name the same address, even when they are written differently. */
export function isSameAddress(one: string, two: string): boolean {
  const [first, second] = [one, two].map((value) => addressOf(value) || parseNameAddr(value)?.uri);
  return first !== undefined && first === second;
}

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

  function openDialog(branch: Branch, calleeTarget: string, tag: string): Dialog {
    const { invite } = branch;
    const limits = () => ({
      isWithinRate: createRateLimit(SIP_LIMITS.requestsInDialog, elapsedMs),
      mayRefer: createRateLimit(SIP_LIMITS.refersInDialog, elapsedMs),
    });
    return {
      branch,
      isConfirmed: false,
      caller: {
        get flow() {
          return branch.caller;
        },
        identity: invite.from,
        target: invite.contactUri,
        cseq: invite.cseq,
        ...limits(),
      },
      callee: {
        get flow() {
          return branch.callee;
        },
        identity: `${invite.to};tag=${tag}`,
        // The Request-URI is the target until the callee sends a Contact.
        target: calleeTarget || invite.uri,
        // The callee has not sent a request yet (RFC 3261 §12.2.1.1).
        cseq: 0,
        ...limits(),
      },
    };
  }

  function note(branch: Branch, answer: SipResponse): Dialog | undefined {
    const tag = tagOfAnswer(answer);
    if (tag === undefined) return undefined;
    const dialog = branch.dialogs.get(tag) ?? openDialog(branch, contactUriOf(answer), tag);
    dialog.callee.target = contactUriOf(answer) || dialog.callee.target;
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

  const byesOf = ({ caller, callee, branch }: Dialog, reason: Header) => {
    const { callId } = branch.invite;
    return {
      toCallee: { bye: createBye(callId, caller, callee, reason), flow: callee.flow },
      toCaller: { bye: createBye(callId, callee, caller, reason), flow: caller.flow },
    };
  };
  const confirmedOf = (branch: Branch): readonly Dialog[] =>
    [...branch.dialogs.values()].filter(({ isConfirmed }) => isConfirmed);

  return {
    openBranch(invite, { caller, callee }) {
      const entry: Entry = {
        token: createToken(),
        invite: {
          callId: callIdOf(invite),
          from: header(invite, 'From') ?? '',
          to: header(invite, 'To') ?? '',
          cseq: cseqNumberOf(invite),
          contactUri: contactUriOf(invite),
          uri: invite.uri,
        },
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
      if (branch === undefined || callIdOf(request) !== branch.invite.callId) return undefined;
      const isCaller = flow === branch.caller;
      if (!isCaller && flow !== branch.callee) return undefined;
      const [own, other] = [tagOf(header(request, 'From')), tagOf(header(request, 'To'))];
      const [callerTag, calleeTag] = isCaller ? [own, other] : [other, own];
      const dialog = branch.dialogs.get(calleeTag ?? '');
      if (dialog === undefined || callerTag !== tagOf(dialog.caller.identity)) return undefined;
      const { caller, callee } = dialog;
      return isCaller
        ? { dialog, sender: caller, receiver: callee }
        : { dialog, sender: callee, receiver: caller };
    },
    findReplaced(replaces, flow) {
      for (const { caller: callerFlow, invite, dialogs } of branchesOf(flow))
        for (const dialog of dialogs.values()) {
          const { caller, callee, isConfirmed } = dialog;
          const [sender, receiver] = flow === callerFlow ? [caller, callee] : [callee, caller];
          const [localTag, remoteTag] = [tagOf(receiver.identity) ?? '', tagOf(sender.identity) ?? ''];
          if (isConfirmed && namesDialog(replaces, { callId: invite.callId, localTag, remoteTag }))
            return { dialog, sender, receiver };
        }
      return undefined;
    },
    follow({ dialog, sender }, request) {
      sender.cseq = Math.max(sender.cseq, cseqNumberOf(request));
      const target = contactUriOf(request) || sender.target;
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
      const dialog = openDialog(entry, callee.target, tag);
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

import type { SipMessage, SipRequest } from '@samtal/sip';
import { addressOf, callIdOf, contactUriOf, cseqNumberOf, header, parseNameAddr } from '@samtal/sip';
import type { CallWatch } from '../../../domain/calls/call-watch.ts';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import { createRateLimit } from '../../../domain/limits/rate-limit.ts';
import type { Flow } from '../../flow.ts';

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

/** Whether two From or To values name the same address, even when they are written differently. */
export function isSameAddress(one: string, two: string): boolean {
  const [first, second] = [one, two].map((value) => addressOf(value) || parseNameAddr(value)?.uri);
  return first !== undefined && first === second;
}

/** The remote target that a message names; empty = none, or one that is too long to be kept. */
export function targetIn(message: SipMessage): string {
  const uri = contactUriOf(message);
  return uri.length > SIP_LIMITS.targetLength ? '' : uri;
}

/** Whether what is kept of an INVITE for the whole call has an honest length. */
export function isKeepable(invite: SipRequest): boolean {
  const { cseq: _number, ...facts } = inviteFactsOf(invite);
  const length = Object.values(facts).reduce((sum, value) => sum + value.length, 0);
  return length <= SIP_LIMITS.keptOfInvite;
}

export const inviteFactsOf = (invite: SipRequest): InviteFacts => ({
  callId: callIdOf(invite),
  from: header(invite, 'From') ?? '',
  to: header(invite, 'To') ?? '',
  cseq: cseqNumberOf(invite),
  contactUri: contactUriOf(invite),
  uri: invite.uri,
});

/**
 * The dialog that a response with this tag opens.
 * @param calleeTarget Contact of the response; empty = it has none
 * @param elapsedMs monotonic milliseconds
 */
export function openDialog(
  branch: Branch,
  calleeTarget: string,
  tag: string,
  elapsedMs: () => number,
): Dialog {
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

export const confirmedOf = (branch: Branch): readonly Dialog[] =>
  [...branch.dialogs.values()].filter(({ isConfirmed }) => isConfirmed);

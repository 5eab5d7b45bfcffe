import type {
  ClientTransaction,
  Clock,
  Header,
  ServerTransaction,
  SipRequest,
  SipResponse,
  TransactionLayer,
} from '@samtal/sip';
import {
  callIdOf,
  contactUriOf,
  createResponse,
  cseqNumberOf,
  header,
  headers,
  ignoreOutcome,
  isSuccess,
  prependHeader,
  replaceFirst,
} from '@samtal/sip';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { MissedCallCause } from '../../domain/people/missed-call.ts';
import type { Flow } from '../flow.ts';
import { isPersonalRefusal, missedCallCause } from '../missed-call.ts';
import type { Binding } from '../registrar/location.ts';
import { bestResponse } from './best-response.ts';
import { isDeclinedForAll } from './declined-for-all.ts';
import type { Branch, Dialogs } from './dialogs.ts';
import { connectionLost, createBye } from './dialogs.ts';
import { createAnswer, isChallenge, tagOfAnswer } from './forwarding.ts';
import { createReason } from './reason.ts';

export type ForkOptions = {
  readonly targets: readonly Binding[];
  readonly transactions: TransactionLayer;
  readonly clock: Clock;
  readonly createTag: () => string;
  readonly caller: Flow;
  readonly dialogs: Dialogs;
  readonly createRecordRoute: (token: string, flow: Flow) => string;
  /**
   * Called when the call ends: the caller was refused or has left, or the dialog with the callee has ended.
   */
  readonly ended: () => void;
  /** Called when the callee neither answered nor refused the call. */
  readonly missed: (cause: MissedCallCause) => void;
  /** Finds the mailbox that answers for the callee; undefined if the callee has none. */
  readonly findMailbox?: ((cause: MissedCallCause) => Promise<Diversion | undefined>) | undefined;
};

/** Where an unanswered call is diverted, and the header fields that tell that target why. */
export type Diversion = { readonly binding: Binding; readonly headers: readonly Header[] };

/** One target of a forked request, with its final response. */
type Target = {
  readonly binding: Binding;
  readonly headers: readonly Header[];
  transaction: ClientTransaction | undefined;
  response: SipResponse | undefined;
  tag: string | undefined;
  /** Set for an INVITE only. */
  branch: Branch | undefined;
};

const createTarget = (binding: Binding, more: readonly Header[]): Target => ({
  binding,
  headers: more,
  transaction: undefined,
  response: undefined,
  tag: undefined,
  branch: undefined,
});

/**
 * The Reason for the CANCEL to the callee's other devices. Phones recognise by a 6xx cause that the call was
 * declined for all of them, so a 403 becomes 603.
 */
const declined = (status: number): Header => createReason(status < 600 ? 603 : status);

const answeredElsewhere = createReason(200, 'Call completed elsewhere');
const nobodyAnswered = createReason(408);
const badAnswer = createReason(502, 'No tag in the answer');

/**
 * Sends `request` to all targets in parallel and returns one final response to the caller (RFC 3261 §16). The
 * first target with a 2xx wins; the other targets get CANCEL with a Reason. A call that no target answers
 * within 30 s goes to the callee's mailbox or ends.
 */
export function forkRequest(transaction: ServerTransaction, request: SipRequest, options: ForkOptions): void {
  const { transactions, clock, createTag, caller, dialogs, createRecordRoute, ended, missed, findMailbox } =
    options;
  const isInvite = request.method === 'INVITE';
  const targets: Target[] = options.targets.map((binding) => createTarget(binding, []));
  let winner: Target | undefined;
  let isAnswered = false;
  /** The final response for the caller unless a mailbox answers. */
  let verdict: SipResponse | undefined;
  let mailbox: Target | undefined;
  let stopRinging = nothing;

  /** Ends everything but the dialog of a 2xx, when the caller gets a final response or has left. */
  function stop(): void {
    isAnswered = true;
    stopRinging();
    for (const { branch } of targets) if (branch !== undefined) dialogs.closeBranch(branch);
    if (winner === undefined) ended();
  }
  function pass(target: Target, response: SipResponse): void {
    const { branch, binding } = target;
    const opensDialog = isInvite && response.status < 300;
    const route = opensDialog && branch !== undefined ? [recordRoute(branch, caller)] : [];
    // If the callee sends no Contact, the caller gets the address to which the INVITE went (RFC 3261
    // §12.1.1).
    const isUnreachable = isInvite && isSuccess(response) && contactUriOf(response) === '';
    const contact = isUnreachable ? [{ name: 'Contact', value: `<${binding.contactUri}>` }] : [];
    transaction.respond(
      createAnswer(transaction.request, response, {
        createTag,
        headers: [...route, ...contact],
      }),
    );
  }
  function answer(response: SipResponse): void {
    stop();
    transaction.respond(createAnswer(transaction.request, response, { createTag }));
  }
  const recordRoute = ({ token }: Branch, flow: Flow): Header => ({
    name: 'Record-Route',
    value: createRecordRoute(token, flow),
  });
  const refusal = (status: number): SipResponse => createResponse(request, status, { toTag: createTag() });

  /** Cancels every branch that has no final response yet. */
  function cancelAll(why: readonly Header[]): void {
    for (const target of targets) if (target.response === undefined) target.transaction?.cancel(why);
  }

  /** Sends ACK and BYE for a 2xx that came too late or cannot be used (RFC 3261 §13.2.2.4). */
  function hangUp({ binding }: Target, success: SipResponse, why: Header): void {
    const tag = tagOfAnswer(success);
    const to = header(request, 'To') ?? '';
    const cseq = cseqNumberOf(request);
    const callee = {
      identity: tag === undefined ? to : `${to};tag=${tag}`,
      target: contactUriOf(success) || binding.contactUri,
    };
    const from = { identity: header(request, 'From') ?? '', cseq };
    const bye = createBye(callIdOf(request), from, callee, why);
    const ack: SipRequest = { ...replaceFirst(bye, 'CSeq', `${cseq} ACK`), method: 'ACK' };
    transactions.sendOutside(ack, binding.flow.id);
    transactions.send(bye, binding.flow.id, ignoreOutcome);
  }

  function succeed(target: Target, response: SipResponse): void {
    const tag = tagOfAnswer(response);
    if (isInvite && tag === undefined) {
      // Without a tag there is no dialog, so the caller could not send ACK or BYE (RFC 3261 §12.1.1).
      hangUp(target, response, badAnswer);
      if (target.response === undefined) settle(target, refusal(502));
      return;
    }
    if (isAnswered && (target !== winner || tag !== target.tag)) {
      // Only a 2xx to an INVITE opens a dialog; further 2xx to a MESSAGE are dropped (RFC 3261 §16.7 step 5).
      if (isInvite) hangUp(target, response, answeredElsewhere);
      return;
    }
    const isFirst = winner === undefined;
    winner = target;
    target.tag = tag;
    target.response = response;
    if (isFirst) {
      if (target.branch !== undefined) dialogs.confirm(target.branch, response, ended);
      stop();
    }
    pass(target, response);
    cancelAll([answeredElsewhere]);
  }

  function settle(target: Target, response: SipResponse): void {
    target.response = response;
    if (target.branch !== undefined) dialogs.closeBranch(target.branch);
    if (isAnswered) return;
    // Because of the Reason, the callee's other devices record no missed call (RFC 3326 §2, A-065).
    if (isDeclinedForAll(response)) cancelAll([declined(response.status)]);
    if (verdict !== undefined) {
      if (target === mailbox) answer(verdict);
    } else if (targets.every((each) => each.response !== undefined)) answerBest([]);
  }

  function answerBest(more: readonly SipResponse[]): void {
    const best = bestResponse([...targets.flatMap((each) => each.response ?? []), ...more]);
    if (best === undefined) return;
    const cause = isInvite ? missedCallCause(best.status) : undefined;
    if (cause === undefined || findMailbox === undefined) answer(best);
    else {
      verdict = best;
      stopRinging();
      void divert(best, findMailbox(cause));
    }
    if (cause !== undefined) missed(cause);
  }

  /** Diverts the call to the mailbox, with a new ringing time; without a mailbox the call ends. */
  async function divert(otherwise: SipResponse, search: Promise<Diversion | undefined>): Promise<void> {
    const found = await search.catch(nothing);
    if (isAnswered) return;
    if (found === undefined) {
      answer(otherwise);
      return;
    }
    mailbox = createTarget(found.binding, found.headers);
    targets.push(mailbox);
    stopRinging = clock.setTimer(SIP_LIMITS.ringMs, () => {
      cancelAll([nobodyAnswered]);
      answer(otherwise);
    });
    send(mailbox);
  }

  /** Cancels all targets when the caller cancelled or disconnected before a callee answered. */
  function giveUp(why: readonly Header[]): void {
    cancelAll(why);
    const isRefused = targets.some(({ response }) => isPersonalRefusal(response?.status ?? 0));
    if (isInvite && !isRefused && verdict === undefined) missed('givenUp');
  }

  function send(target: Target): void {
    const { binding } = target;
    const { flow } = binding;
    const passed = { ...request, uri: binding.contactUri, headers: [...request.headers, ...target.headers] };
    if (isInvite) target.branch = dialogs.openBranch(passed, { caller, callee: flow });
    const { branch } = target;
    const routed =
      branch === undefined ? passed : prependHeader(passed, 'Record-Route', recordRoute(branch, flow).value);
    target.transaction = transactions.send(routed, flow.id, {
      cause: transaction,
      response(response) {
        // A callee that challenges the caller counts as not reachable.
        if (response.status >= 300) settle(target, isChallenge(response) ? refusal(480) : response);
        else if (response.status >= 200) succeed(target, response);
        else if (response.status > 100 && !isAnswered) {
          if (branch === undefined || dialogs.noteEarly(branch, response)) pass(target, response);
        }
      },
      timedOut: () => settle(target, refusal(408)),
      // A phone that loses its connection while it rings counts as not reachable.
      flowLost: () => settle(target, refusal(480)),
    });
  }

  transaction.onCancel = (cancel) => {
    const why = headers(cancel, 'Reason').map((value) => ({ name: 'Reason', value }));
    answer(refusal(487));
    giveUp(why);
  };
  transaction.onFlowLost = () => {
    stop();
    giveUp([connectionLost]);
  };
  if (isInvite) {
    transaction.respond(createResponse(request, 100));
    stopRinging = clock.setTimer(SIP_LIMITS.ringMs, () => {
      cancelAll([nobodyAnswered]);
      // A phone that still rings counts as 408; another device's refusal may outrank it (RFC 3261 §16.8).
      answerBest([refusal(408)]);
    });
  }
  if (targets.length === 0) answerBest([refusal(480)]);
  for (const target of targets) send(target);
}

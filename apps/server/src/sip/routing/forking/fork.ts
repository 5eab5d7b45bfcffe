import type {
  Clock,
  Header,
  ServerTransaction,
  SipRequest,
  SipResponse,
  TransactionLayer,
} from '@samtal/sip';
import { contactUriOf, createResponse, headers, isSuccess, prependHeader } from '@samtal/sip';
import type { CallEnding } from '../../../domain/calls/call-outcome.ts';
import type { CallWatch } from '../../../domain/calls/call-watch.ts';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import { nothing } from '../../../domain/nothing.ts';
import type { MissedCallCause } from '../../../domain/people/incoming-call.ts';
import type { PushedCall, PushedCallEvents, PushedCallOutcome } from '../../../domain/people/pushed-call.ts';
import { createAwaitedDevices } from '../../../web-push/awaited-devices.ts';
import type { Flow } from '../../flow.ts';
import { isPersonalRefusal, missedCallCause } from '../../missed-call.ts';
import type { Binding } from '../../registrar/location.ts';
import { deviceOf } from '../../registrar/location.ts';
import type { Branch, Dialogs } from '../dialogs/dialogs.ts';
import { connectionLost } from '../dialogs/dialogs.ts';
import { hangUp } from '../dialogs/hang-up.ts';
import type { Diversion } from '../diversion.ts';
import { createAnswer, isChallenge, tagOfAnswer } from '../forwarding.ts';
import { mediaKindsIn } from '../media-kinds.ts';
import { createReason } from '../reason.ts';
import type { Detour } from '../text-gateway.ts';
import { bestResponse } from './best-response.ts';
import { isDeclinedForAll } from './declined-for-all.ts';
import type { ForkTarget } from './fork-target.ts';
import { createTarget, devicesOf, hear, isCalled, isOfOneDevice, sentTo } from './fork-target.ts';

/** The parts of the server that every fork uses. */
export type ForkParts = {
  readonly transactions: TransactionLayer;
  readonly clock: Clock;
  readonly createTag: () => string;
  readonly dialogs: Dialogs;
  readonly createRecordRoute: (token: string, flow: Flow) => string;
};

export type ForkOptions = ForkParts & {
  readonly targets: readonly Binding[];
  readonly caller: Flow;
  /**
   * Called when the call ends: the caller was refused or has left, or the dialog with the callee has ended.
   */
  readonly ended: () => void;
  /** Follows the call of an INVITE; absent = nothing follows it. */
  readonly watch?: CallWatch | undefined;
  /** Called when the callee neither answered nor refused the call. */
  readonly missed: (cause: MissedCallCause, hasRung: boolean) => void;
  /** Finds the mailbox that answers for the callee; undefined if the callee has none. */
  readonly findMailbox?: ((cause: MissedCallCause) => Promise<Diversion | undefined>) | undefined;
  /** The way to a device that does not have the text of the caller; absent = all are called directly (decision D94). */
  readonly detour?: ((device: Diversion) => Detour | undefined) | undefined;
  /** Devices of the callee that may register while the call rings; absent = only `targets` are called. */
  readonly late?: LateDevices | undefined;
};

/** Pushes a call to the devices whose page is closed or frozen (decision D78). */
export type LateDevices = {
  readonly push: (events: PushedCallEvents) => PushedCall;
  /** The bindings of the callee as they are now. */
  readonly bindings: () => readonly Binding[];
  /** Calls `listener` when the callee has registered. @returns a function that ends the subscription */
  readonly watch: (listener: () => void) => () => void;
};

/**
 * The Reason for the CANCEL to the callee's other devices. Phones recognise by a 6xx cause that the call was
 * declined for all of them, so a 403 becomes 603.
 */
const declined = (status: number): Header => createReason(status < 600 ? 603 : status);

const answeredElsewhere = createReason(200, 'Call completed elsewhere');
const declinedByUser = createReason(603);
const nobodyAnswered = createReason(408);
const badAnswer = createReason(502, 'No tag in the answer');

/** The status of a call whose caller has given up, or has lost its connection. */
const GIVEN_UP = 487;

/** What a final response to the caller means for a device that was pushed. */
const outcomeOf = (status: number): PushedCallOutcome =>
  status === 403 || status === 603 ? 'rejected' : 'missed';

/**
 * Sends `request` to all targets in parallel and returns one final response to the caller (RFC 3261 §16). The
 * first target with a 2xx wins; the other targets get CANCEL with a Reason. A call that no target answers
 * within 30 s goes to the callee's mailbox or ends. Meanwhile it is pushed to devices that are
 * not registered or do not respond; if they register, they become targets too (decision D78).
 */
export function forkRequest(transaction: ServerTransaction, request: SipRequest, options: ForkOptions): void {
  const { transactions, clock, createTag, caller, dialogs, createRecordRoute, missed, findMailbox, watch } =
    options;
  const isInvite = request.method === 'INVITE';
  const late = isInvite ? options.late : undefined;
  const awaited = late && createAwaitedDevices(late.push({ rang, rejected, left }), concludeIfDone);
  const targets: ForkTarget[] = options.targets.map((binding) => createTarget(binding, []));
  let winner: ForkTarget | undefined;
  let isAnswered = false;
  /** The final response for the caller unless a mailbox answers. */
  let verdict: SipResponse | undefined;
  let mailbox: ForkTarget | undefined;
  let hasPushRung = false;
  let stopRinging = nothing;

  /** Ends everything but the dialog of a 2xx, when the caller gets a final response or has left. */
  function stop(outcome: PushedCallOutcome): void {
    isAnswered = true;
    stopRinging();
    awaited?.end(outcome);
    for (const { branch, detour } of targets) {
      if (branch !== undefined) dialogs.closeBranch(branch);
      detour?.release();
    }
    if (winner === undefined) options.ended();
  }
  function ended(ending: CallEnding): void {
    options.ended();
    watch?.ended(ending);
  }
  function pass(target: ForkTarget, response: SipResponse): void {
    const { branch } = target;
    const opensDialog = isInvite && response.status < 300;
    const route = opensDialog && branch !== undefined ? [recordRoute(branch, caller)] : [];
    // If the callee sends no Contact, the caller gets the address to which the INVITE went (RFC 3261
    // §12.1.1).
    const isUnreachable = isInvite && isSuccess(response) && contactUriOf(response) === '';
    const contact = isUnreachable ? [{ name: 'Contact', value: `<${sentTo(target).contactUri}>` }] : [];
    transaction.respond(
      createAnswer(transaction.request, response, {
        createTag,
        headers: [...route, ...contact],
      }),
    );
  }
  function answer(response: SipResponse): void {
    watch?.refused(response.status);
    stop(outcomeOf(response.status));
    transaction.respond(createAnswer(transaction.request, response, { createTag }));
  }
  const recordRoute = ({ token }: Branch, flow: Flow): Header => ({
    name: 'Record-Route',
    value: createRecordRoute(token, flow),
  });
  const refusal = (status: number, more: readonly Header[] = []): SipResponse =>
    createResponse(request, status, { toTag: createTag(), headers: more });

  /** Cancels every branch that has no final response yet. */
  function cancelAll(why: readonly Header[]): void {
    for (const target of targets) if (target.response === undefined) target.transaction?.cancel(why);
  }

  function succeed(target: ForkTarget, response: SipResponse): void {
    const tag = tagOfAnswer(response);
    if (isInvite && tag === undefined) {
      // Without a tag there is no dialog, so the caller could not send ACK or BYE (RFC 3261 §12.1.1).
      hangUp(transactions, request, { binding: sentTo(target), success: response, why: badAnswer });
      if (target.response === undefined) settle(target, refusal(502));
      return;
    }
    if (isAnswered && (target !== winner || tag !== target.tag)) {
      // Only a 2xx to an INVITE opens a dialog; further 2xx to a MESSAGE are dropped (RFC 3261 §16.7 step 5).
      const binding = sentTo(target);
      if (isInvite) hangUp(transactions, request, { binding, success: response, why: answeredElsewhere });
      return;
    }
    const isFirst = winner === undefined;
    winner = target;
    target.tag = tag;
    target.response = response;
    if (isFirst) {
      // Before the dialog is confirmed: one that cannot be ends at once.
      watch?.answered(mediaKindsIn(response.body));
      if (target.branch !== undefined) dialogs.confirm(target.branch, response, ended, watch);
      stop('answered');
    }
    pass(target, response);
    cancelAll([answeredElsewhere]);
  }

  function settle(target: ForkTarget, response: SipResponse): void {
    target.response = response;
    if (target.branch !== undefined) dialogs.closeBranch(target.branch);
    if (isAnswered) return;
    if (isDeclinedForAll(response)) {
      // Because of the Reason, the callee's other devices record no missed call (RFC 3326 §2, A-065).
      cancelAll([declined(response.status)]);
      awaited?.end('rejected');
    }
    if (target === mailbox && verdict !== undefined) answer(verdict);
    else concludeIfDone();
  }

  /** Answers the caller when all targets have refused and no other device may come. */
  function concludeIfDone(): void {
    if (isAnswered || verdict !== undefined || awaited?.isOpen() === true) return;
    if (targets.every((each) => each.response !== undefined))
      answerBest(targets.length === 0 ? [refusal(480)] : []);
  }

  function answerBest(more: readonly SipResponse[]): void {
    const best = bestResponse([...targets.flatMap((each) => each.response ?? []), ...more]);
    if (best === undefined) return;
    const cause = isInvite ? missedCallCause(best.status) : undefined;
    if (cause === undefined || findMailbox === undefined) answer(best);
    else {
      verdict = best;
      stopRinging();
      awaited?.end('missed');
      void divert(best, findMailbox(cause));
    }
    if (cause !== undefined) missed(cause, hasRung());
  }

  /** Whether a phone of the callee has said that it rings. */
  const hasRung = (): boolean => targets.some((each) => each !== mailbox && each.heard === 'ringing');

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
    if (isInvite && !isRefused && verdict === undefined) missed('givenUp', hasRung());
  }

  /** A pushed device shows the call: the caller hears that it rings, once. */
  function rang(): void {
    if (isAnswered || verdict !== undefined || hasPushRung) return;
    hasPushRung = true;
    watch?.rang();
    // Some callers ignore a 180 without Contact. Until a device registers, requests inside this dialog get 481.
    const contact = { name: 'Contact', value: `<${request.uri}>` };
    transaction.respond(createResponse(request, 180, { toTag: createTag(), headers: [contact] }));
  }

  /** The user rejects the call on a pushed device, as with the button of a page (STATE-12, decision D35). */
  function rejected(): boolean {
    if (isAnswered || verdict !== undefined) return false;
    cancelAll([declined(403)]);
    answer(refusal(403, [declinedByUser]));
    return true;
  }

  /** A pushed device has logged out: no call waits for it. */
  function left(instance: string): void {
    awaited?.left(instance);
  }

  /** Sends the INVITE to the devices that have registered while a call that was pushed rings. */
  function callLateDevices(): void {
    if (late === undefined || isAnswered || awaited?.isOpen() !== true) return;
    for (const binding of late.bindings()) {
      if (isCalled(targets, binding) || targets.length >= SIP_LIMITS.targetsPerCall) continue;
      const target = createTarget(binding, []);
      targets.push(target);
      send(target);
    }
  }

  /** The targets that have sent something and may still answer. */
  const live = () => targets.filter(({ heard, response }) => heard !== 'nothing' && response === undefined);

  /** Pushes the call to the devices without a binding, and after a second to those that are silent. */
  function pushToDevices(): () => void {
    if (late === undefined || awaited === undefined) return nothing;
    const stopWatching = late.watch(callLateDevices);
    awaited.push((device) => !devicesOf(targets).includes(device));
    const stopWaiting = clock.setTimer(SIP_LIMITS.silentMs, () => {
      const silent = targets.filter(({ heard, response }) => heard === 'nothing' && response === undefined);
      const devices = devicesOf(silent).filter((device) => !devicesOf(live()).includes(device));
      if (devices.length > 0) awaited.push((device) => devices.includes(device));
    });
    return () => {
      stopWatching();
      stopWaiting();
    };
  }

  function send(target: ForkTarget): void {
    const { binding } = target;
    target.detour = isInvite ? options.detour?.(target) : undefined;
    const { flow, contactUri } = sentTo(target);
    const headers = target.detour?.headers ?? target.headers;
    const passed = { ...request, uri: contactUri, headers: [...request.headers, ...headers] };
    if (isInvite) target.branch = dialogs.openBranch(passed, { caller, callee: flow });
    const { branch } = target;
    const routed =
      branch === undefined ? passed : prependHeader(passed, 'Record-Route', recordRoute(branch, flow).value);
    target.transaction = transactions.send(routed, flow.id, {
      cause: transaction,
      response(response) {
        hear(target, response.status);
        awaited?.reached(deviceOf(binding));
        // A callee that challenges the caller counts as not reachable.
        if (response.status >= 300) settle(target, isChallenge(response) ? refusal(480) : response);
        else if (response.status >= 200) succeed(target, response);
        else if (response.status > 100 && !isAnswered) {
          watch?.rang();
          if (branch === undefined || dialogs.noteEarly(branch, response)) pass(target, response);
        }
      },
      timedOut: () => settle(target, refusal(408)),
      // A phone that loses its connection while it rings counts as not reachable.
      flowLost() {
        // Another page of the same browser may ring on.
        const isElsewhere = live().some((other) => other !== target && isOfOneDevice(other, target));
        if (!isElsewhere) awaited?.lost(deviceOf(binding));
        settle(target, refusal(480));
      },
    });
  }

  transaction.onCancel = (cancel) => {
    const why = headers(cancel, 'Reason').map((value) => ({ name: 'Reason', value }));
    answer(refusal(487));
    giveUp(why);
  };
  transaction.onFlowLost = () => {
    watch?.refused(GIVEN_UP);
    stop('missed');
    giveUp([connectionLost]);
  };
  if (isInvite) {
    transaction.respond(createResponse(request, 100));
    const stopPushing = pushToDevices();
    const stopTimer = clock.setTimer(SIP_LIMITS.ringMs, () => {
      const isRinging = hasPushRung || targets.some(({ response }) => response === undefined);
      cancelAll([nobodyAnswered]);
      // A phone that still rings counts as 408, one that never came as 480; another device's refusal may
      // outrank both (RFC 3261 §16.8).
      answerBest([refusal(isRinging ? 408 : 480)]);
    });
    stopRinging = () => {
      stopTimer();
      stopPushing();
    };
  }
  for (const target of targets) send(target);
  concludeIfDone();
}

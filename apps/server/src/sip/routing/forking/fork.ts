import type { Header, ServerTransaction, SipRequest, SipResponse } from '@samtal/sip';
import { createResponse } from '@samtal/sip';
import type { CallEnding } from '../../../domain/calls/call-outcome.ts';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import { nothing } from '../../../domain/nothing.ts';
import type { PushedCallOutcome } from '../../../domain/people/pushed-call.ts';
import { isOfServerAgent } from '../../flow.ts';
import { isPersonalRefusal } from '../../missed-call.ts';
import { deviceOf } from '../../registrar/location.ts';
import { connectionLost } from '../dialogs/bye.ts';
import { hangUp } from '../dialogs/hang-up.ts';
import { createAnswer, isChallenge, tagOfAnswer } from '../forwarding.ts';
import { mediaKindsIn } from '../media-kinds.ts';
import { createReason, reasonsOf } from '../reason.ts';
import { openBranch, passToCaller } from './fork-branch.ts';
import type { ForkOptions } from './fork-options.ts';
import { cancelAll, type Fork, hasRung, liveTargets } from './fork-state.ts';
import type { ForkTarget } from './fork-target.ts';
import { createTarget, hear, isOfOneDevice, sentTo } from './fork-target.ts';
import { createLateRinging } from './late-devices.ts';
import { createRefusals } from './refusals.ts';

const answeredElsewhere = createReason(200, 'Call completed elsewhere');
const badAnswer = createReason(502, 'No tag in the answer');

/** The status of a call whose caller has given up, or has lost its connection. */
const GIVEN_UP = 487;

/** What a final response to the caller means for a device that was pushed. */
const outcomeOf = (status: number): PushedCallOutcome =>
  status === 403 || status === 603 ? 'rejected' : 'missed';

/**
 * Sends `request` to all targets in parallel and returns one final response to the caller (RFC 3261 §16). The
 * first target with a 2xx wins; the other targets get CANCEL with a Reason. A call that no target answers
 * within `ringMs` goes to the callee's mailbox or ends. Meanwhile it is pushed to devices that are
 * not registered or do not respond; if they register, they become targets too (decision D78).
 */
export function forkRequest(transaction: ServerTransaction, request: SipRequest, options: ForkOptions): void {
  const { transactions, clock, createTag, dialogs, watch } = options;
  const isInvite = request.method === 'INVITE';
  const fork: Fork = {
    transaction,
    request,
    isInvite,
    targets: options.targets.map((binding) => createTarget(binding, [])),
    refusal: (status, more = []) => createResponse(request, status, { toTag: createTag(), headers: more }),
    mailbox: undefined,
    verdict: undefined,
    isAnswered: false,
    stopRinging: nothing,
  };
  const { targets, refusal } = fork;
  const late =
    isInvite && options.late !== undefined
      ? createLateRinging(fork, {
          ...options,
          late: options.late,
          send,
          rejected: () => refusals.rejected(),
          closed: () => refusals.concludeIfDone(),
        })
      : undefined;
  const refusals = createRefusals(fork, { ...options, late, answer, send });
  let winner: ForkTarget | undefined;

  /** Ends everything but the dialog of a 2xx, when the caller gets a final response or has left. */
  function stop(outcome: PushedCallOutcome): void {
    fork.isAnswered = true;
    fork.stopRinging();
    late?.end(outcome);
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
  function answer(response: SipResponse): void {
    watch?.refused(response.status);
    stop(outcomeOf(response.status));
    transaction.respond(createAnswer(transaction.request, response, { createTag }));
  }

  /** Each BYE is a transaction of this server, so one target gets a few, however many answers it sends. */
  function endAnswer(target: ForkTarget, success: SipResponse, why: Header): void {
    target.hungUp += 1;
    if (target.hungUp <= SIP_LIMITS.dialogsPerBranch)
      hangUp(transactions, request, { binding: sentTo(target), success, why });
  }

  function succeed(target: ForkTarget, response: SipResponse): void {
    const tag = tagOfAnswer(response);
    if (isInvite && tag === undefined) {
      // Without a tag there is no dialog, so the caller could not send ACK or BYE (RFC 3261 §12.1.1).
      endAnswer(target, response, badAnswer);
      if (target.response === undefined) refusals.settle(target, refusal(502));
      return;
    }
    if (fork.isAnswered && (target !== winner || tag !== target.tag)) {
      // Only a 2xx to an INVITE opens a dialog; further 2xx to a MESSAGE are dropped (RFC 3261 §16.7 step 5).
      if (isInvite && options.isTakeUp !== true) endAnswer(target, response, answeredElsewhere);
      return;
    }
    const isFirst = winner === undefined;
    winner = target;
    target.tag = tag;
    target.response = response;
    if (isFirst) {
      // Before the dialog is confirmed: one that cannot be ends at once.
      watch?.answered(mediaKindsIn(response.body), target === fork.mailbox);
      if (target.branch !== undefined) dialogs.confirm(target.branch, response, ended, watch);
      stop('answered');
    }
    passToCaller(fork, target, response, options);
    cancelAll(fork, [answeredElsewhere]);
  }

  /** Cancels all targets when the caller cancelled or disconnected before a callee answered. */
  function giveUp(why: readonly Header[]): void {
    cancelAll(fork, why);
    const isRefused = targets.some(({ response }) => isPersonalRefusal(response?.status ?? 0));
    if (isInvite && !isRefused && fork.verdict === undefined) options.missed('givenUp', hasRung(fork));
  }

  function send(target: ForkTarget): void {
    const { binding } = target;
    const { request: routed, flow } = openBranch(fork, target, options);
    const { branch } = target;
    target.transaction = transactions.send(routed, flow.id, {
      cause: transaction,
      response(response) {
        hear(target, response.status);
        late?.reached(deviceOf(binding));
        // A callee that challenges the caller counts as not reachable.
        if (response.status >= 300) refusals.settle(target, isChallenge(response) ? refusal(480) : response);
        else if (response.status >= 200) succeed(target, response);
        else if (response.status > 100 && !fork.isAnswered) {
          if (target !== fork.mailbox) watch?.rang();
          if (branch === undefined || dialogs.noteEarly(branch, response))
            passToCaller(fork, target, response, options);
        }
      },
      timedOut: () => refusals.settle(target, refusal(408)),
      // A phone that loses its connection while it rings counts as not reachable.
      flowLost() {
        // Another page of the same browser may ring on.
        const isElsewhere = liveTargets(fork).some(
          (other) => other !== target && isOfOneDevice(other, target),
        );
        if (!isElsewhere) late?.lost(deviceOf(binding));
        refusals.settle(target, refusal(480));
      },
    });
  }

  transaction.onCancel = (cancel) => {
    answer(refusal(487));
    giveUp(reasonsOf(cancel, isOfServerAgent(options.caller)));
  };
  transaction.onFlowLost = () => {
    watch?.refused(GIVEN_UP);
    stop('missed');
    giveUp([connectionLost]);
  };
  if (isInvite) {
    transaction.respond(createResponse(request, 100));
    const stopPushing = late?.begin();
    const stopTimer = clock.setTimer(SIP_LIMITS.ringMs, () => refusals.timedOut());
    fork.stopRinging = () => {
      stopTimer();
      stopPushing?.();
    };
  }
  for (const target of targets) send(target);
  refusals.concludeIfDone();
}

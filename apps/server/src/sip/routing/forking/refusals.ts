import type { Header, SipResponse } from '@samtal/sip';
import { SIP_LIMITS } from '../../../domain/limits/limits.ts';
import { nothing } from '../../../domain/nothing.ts';
import { missedCallCause } from '../../missed-call.ts';
import type { Diversion } from '../diversion.ts';
import { createReason } from '../reason.ts';
import { bestResponse } from './best-response.ts';
import { isDeclinedForAll } from './declined-for-all.ts';
import type { ForkOptions } from './fork-options.ts';
import { cancelAll, type Fork, hasRung } from './fork-state.ts';
import type { ForkTarget } from './fork-target.ts';
import { createTarget } from './fork-target.ts';
import type { LateRinging } from './late-devices.ts';

/**
 * The Reason for the CANCEL to the callee's other devices. Phones recognise by a 6xx cause that the call was
 * declined for all of them, so a 403 becomes 603.
 */
const declined = (status: number): Header => createReason(status < 600 ? 603 : status);

const declinedByUser = createReason(603);
const nobodyAnswered = createReason(408);

type Options = Pick<ForkOptions, 'clock' | 'dialogs' | 'missed' | 'findMailbox'> & {
  readonly late: LateRinging | undefined;
  /** Sends the final response to the caller. */
  readonly answer: (response: SipResponse) => void;
  /** Calls one more target. */
  readonly send: (target: ForkTarget) => void;
};

/** What becomes of a call that targets refuse: the caller gets one response, or the mailbox (RFC 3261 §16.7). */
export type Refusals = {
  /** A target has refused, or cannot be reached. */
  settle(target: ForkTarget, response: SipResponse): void;
  /** Answers the caller when all targets have refused and no other device may come. */
  concludeIfDone(): void;
  /** No target has answered in the ringing time. */
  timedOut(): void;
  /** The user rejects the call on a pushed device, as with the button of a page (STATE-12, decision D35). */
  rejected(): boolean;
};

export function createRefusals(fork: Fork, options: Options): Refusals {
  const { clock, dialogs, missed, findMailbox, late, answer, send } = options;
  const { targets, isInvite, refusal } = fork;

  function concludeIfDone(): void {
    if (fork.isAnswered || fork.verdict !== undefined || late?.isOpen() === true) return;
    if (targets.every((each) => each.response !== undefined))
      answerBest(targets.length === 0 ? [refusal(480)] : []);
  }

  function answerBest(more: readonly SipResponse[]): void {
    const best = bestResponse([...targets.flatMap((each) => each.response ?? []), ...more]);
    if (best === undefined) return;
    const cause = isInvite ? missedCallCause(best.status) : undefined;
    if (cause === undefined || findMailbox === undefined) answer(best);
    else {
      fork.verdict = best;
      fork.stopRinging();
      late?.end('missed');
      void divert(best, findMailbox(cause));
    }
    if (cause !== undefined) missed(cause, hasRung(fork));
  }

  /** Diverts the call to the mailbox, with a new ringing time; without a mailbox the call ends. */
  async function divert(otherwise: SipResponse, search: Promise<Diversion | undefined>): Promise<void> {
    const found = await search.catch(nothing);
    if (fork.isAnswered) return;
    if (found === undefined) {
      answer(otherwise);
      return;
    }
    const mailbox = createTarget(found.binding, found.headers);
    fork.mailbox = mailbox;
    targets.push(mailbox);
    fork.stopRinging = clock.setTimer(SIP_LIMITS.ringMs, () => {
      cancelAll(fork, [nobodyAnswered]);
      answer(otherwise);
    });
    send(mailbox);
  }

  return {
    settle(target, response) {
      target.response = response;
      if (target.branch !== undefined) dialogs.closeBranch(target.branch);
      if (fork.isAnswered) return;
      if (isDeclinedForAll(response)) {
        // Because of the Reason, the callee's other devices record no missed call (RFC 3326 §2, A-065).
        cancelAll(fork, [declined(response.status)]);
        late?.end('rejected');
      }
      if (target === fork.mailbox && fork.verdict !== undefined) answer(fork.verdict);
      else concludeIfDone();
    },
    concludeIfDone,
    timedOut() {
      const isRinging = late?.hasRung() === true || targets.some(({ response }) => response === undefined);
      cancelAll(fork, [nobodyAnswered]);
      // A phone that still rings counts as 408, one that never came as 480; another device's refusal may
      // outrank both (RFC 3261 §16.8).
      answerBest([refusal(isRinging ? 408 : 480)]);
    },
    rejected() {
      if (fork.isAnswered || fork.verdict !== undefined) return false;
      cancelAll(fork, [declined(403)]);
      answer(refusal(403, [declinedByUser]));
      return true;
    },
  };
}

import { isAnonymousCaller } from '../../domain/accounts/anonymous-caller.ts';
import { AGENT_LIMITS, TEXT_GATEWAY_LIMITS } from '../../domain/limits/limits.ts';
import { createPlaces, partOf } from './places.ts';
import { createTimeBudget } from './time-budget.ts';

/** A call that asks for admission; its addresses are `user@domain` in lower case. */
export type AskingCall = {
  /** Empty when From cannot be parsed. */
  readonly caller: string;
  /** The original callee, if the call was diverted to this agent. */
  readonly callee: string | undefined;
};

export type Admission =
  /** `release` must be called once when the call has ended. */
  | { readonly isAdmitted: true; readonly release: () => void }
  | {
      readonly isAdmitted: false;
      readonly status: number;
      readonly retryAfterSeconds: number;
      /** The limit that was reached, for the log. */
      readonly reason: 'calls' | 'time';
    };

/** Decides whether a server agent accepts one more call. */
export type AdmitCall = (call: AskingCall) => Admission;

/**
 * The keys and limits under which a call of `caller` is counted: in total, per caller, and among all
 * anonymous callers.
 */
export const placesOfCaller = (
  caller: string,
  { total, perCaller, anonymousShare }: { total: number; perCaller: number; anonymousShare: number },
) => [
  { key: 'all', most: total },
  { key: `from ${caller}`, most: perCaller },
  ...(isAnonymousCaller(caller) ? [{ key: 'anonymous', most: partOf(total, anonymousShare) }] : []),
];

const shares = {
  perCaller: AGENT_LIMITS.callsPerCaller,
  anonymousShare: AGENT_LIMITS.anonymousShare,
};

/** Limits the simultaneous calls, with lower limits per caller and for all anonymous callers together. */
export function createServiceAdmission(total: number): AdmitCall {
  const take = createPlaces();
  return ({ caller }) => {
    const release = take(placesOfCaller(caller, { total, ...shares }));
    if (release !== undefined) return { isAdmitted: true, release };
    const { retryAfterSeconds } = AGENT_LIMITS;
    return { isAdmitted: false, status: 486, retryAfterSeconds, reason: 'calls' };
  };
}

/** Limits the calls of the text gateway, so that one caller cannot use up the ports. */
export function createGatewayAdmission(total: number): AdmitCall {
  const take = createPlaces();
  const { callsPerCaller: perCaller } = TEXT_GATEWAY_LIMITS;
  const { anonymousShare, retryAfterSeconds } = AGENT_LIMITS;
  return ({ caller }) => {
    const release = take(placesOfCaller(caller, { total, perCaller, anonymousShare }));
    if (release !== undefined) return { isAdmitted: true, release };
    return { isAdmitted: false, status: 480, retryAfterSeconds, reason: 'calls' };
  };
}

/**
 * Limits how many calls are kept for pushed devices at the same time. A call over the limit gets 504, so that
 * the answers of other devices count (RFC 3261 §16.7).
 */
export function createPushAdmission(): AdmitCall {
  const take = createPlaces();
  const { pushedCalls: total, pushedCallsPerCaller: perCaller, pushedCallsPerCallee } = AGENT_LIMITS;
  return ({ caller, callee = '' }) => {
    const release = take([
      ...placesOfCaller(caller, { total, perCaller, anonymousShare: AGENT_LIMITS.anonymousShare }),
      { key: `for ${callee}`, most: pushedCallsPerCallee },
    ]);
    if (release !== undefined) return { isAdmitted: true, release };
    const { retryAfterSeconds } = AGENT_LIMITS;
    return { isAdmitted: false, status: 504, retryAfterSeconds, reason: 'calls' };
  };
}

/**
 * Like `createServiceAdmission`, and also limits the simultaneous calls per callee and the minutes per caller
 * and hour. Anonymous callers get new identities at no cost, so they count as one caller for each
 * mailbox. A refused caller gets 480, as from a callee without a mailbox (A-066, RFC 3261 §21.4.18).
 */
export function createMailboxAdmission(
  { calls, minutesPerHour }: { readonly calls: number; readonly minutesPerHour: number },
  now: () => number,
): AdmitCall {
  const take = createPlaces();
  const budget = createTimeBudget(minutesPerHour * 60_000, AGENT_LIMITS.mailboxCallers, now);
  const refusal = (reason: 'calls' | 'time', retryAfterSeconds: number): Admission => ({
    isAdmitted: false,
    status: 480,
    retryAfterSeconds,
    reason,
  });

  return ({ caller, callee = '' }) => {
    const payer = isAnonymousCaller(caller) ? `anonymous for ${callee}` : caller;
    const releasePlaces = take([
      ...placesOfCaller(caller, { total: calls, ...shares }),
      { key: `of ${payer}`, most: AGENT_LIMITS.callsPerCaller },
      { key: `for ${callee}`, most: AGENT_LIMITS.callsPerCallee },
    ]);
    if (releasePlaces === undefined) return refusal('calls', AGENT_LIMITS.retryAfterSeconds);
    const waitMs = budget.take(payer, AGENT_LIMITS.mailboxMs);
    if (waitMs > 0) {
      releasePlaces();
      return refusal('time', Math.ceil(waitMs / 1000));
    }
    const beganAt = now();
    return {
      isAdmitted: true,
      release() {
        releasePlaces();
        const usedMs = Math.max(AGENT_LIMITS.mailboxLeastMs, now() - beganAt);
        budget.refund(payer, Math.max(0, AGENT_LIMITS.mailboxMs - usedMs));
      },
    };
  };
}

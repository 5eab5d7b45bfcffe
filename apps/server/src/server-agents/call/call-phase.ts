import type { Clock } from '@samtal/sip';
import { TRANSACTION_TIMEOUT_MS } from '@samtal/sip';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';

/**
 * The phase of a call. `accepted`: 200 was sent, and its ACK has not arrived. `hangingUp`: like `accepted`,
 * but the agent has hung up, so BYE follows the ACK (RFC 3261 §15).
 */
type Phase = 'invited' | 'accepted' | 'hangingUp' | 'established' | 'ended';

export type CallPhase = {
  is(phase: Phase): boolean;
  enter(phase: Phase): void;
};

export type CallTimers = {
  /** Called if no ACK of the 200 arrives. The 200 is not repeated: WebSocket is reliable (RFC 7118 §5.4). */
  readonly ackMissing: () => void;
  /** Called when the call has lasted as long as a call may. */
  readonly tooLong: () => void;
};

/** The phase of one call, with the timers that end it. */
export function createCallPhase(clock: Clock, { ackMissing, tooLong }: CallTimers): CallPhase {
  let current: Phase | undefined;
  let stopAckTimer = nothing;
  let stopCallTimer = nothing;

  return {
    is: (phase) => phase === current,
    enter(phase) {
      current = phase;
      if (phase === 'invited') stopCallTimer = clock.setTimer(AGENT_LIMITS.callMs, tooLong);
      if (phase === 'accepted') stopAckTimer = clock.setTimer(TRANSACTION_TIMEOUT_MS, ackMissing);
      if (phase === 'established' || phase === 'ended') stopAckTimer();
      if (phase === 'ended') stopCallTimer();
    },
  };
}

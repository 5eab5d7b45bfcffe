import type { Clock } from '@samtal/sip';
import { TRANSACTION_TIMEOUT_MS } from '@samtal/sip';
import { TEXT_GATEWAY_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { CallTimers } from '../call/call-phase.ts';

/** `inviting`: the callee is called; `leaving`: one end has hung up, and the other gets the last text. */
type Phase = 'inviting' | 'accepted' | 'established' | 'leaving' | 'ended';

export type GatewayPhase = {
  is(phase: Phase): boolean;
  enter(phase: Exclude<Phase, 'inviting'>): void;
};

/** The phase of one call through the gateway, which begins with `inviting`, and the timers that end the call. */
export function createGatewayPhase(clock: Clock, { ackMissing, tooLong }: CallTimers): GatewayPhase {
  let current: Phase = 'inviting';
  const stopCallTimer = clock.setTimer(TEXT_GATEWAY_LIMITS.callMs, tooLong);
  let stopAckTimer = nothing;
  return {
    is: (phase) => phase === current,
    enter(phase) {
      current = phase;
      stopAckTimer();
      if (phase === 'accepted') stopAckTimer = clock.setTimer(TRANSACTION_TIMEOUT_MS, ackMissing);
      if (phase === 'leaving' || phase === 'ended') stopCallTimer();
    },
  };
}

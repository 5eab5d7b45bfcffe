import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { CreateAgent } from '../server-agent.ts';

/** Refuses every call immediately (decision D28). */
export const refusingWith =
  (status: number): CreateAgent =>
  () =>
  (event) =>
    event.type === 'invited' ? [{ do: 'refuse', status }] : [];

/** Rings until the caller cancels or the ringing time ends (decision D28, A-065). */
export const createNoAnswer: CreateAgent = (call) => {
  let stopTimer = nothing;
  return (event) => {
    if (event.type === 'ended') stopTimer();
    if (event.type !== 'invited') return [];
    stopTimer = call.clock.setTimer(AGENT_LIMITS.ringMs, () =>
      call.act(() => [{ do: 'refuse', status: 408 }]),
    );
    return [{ do: 'ring' }];
  };
};

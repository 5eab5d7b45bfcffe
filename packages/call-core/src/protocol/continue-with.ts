import type { ClientState } from '../state/client-state.ts';
import type { Step } from './client-effects.ts';

/** Goes on from a step: the effects of both, in their order. */
export function continueWith(
  step: Step<ClientState>,
  next: (state: ClientState) => Step<ClientState>,
): Step<ClientState> {
  const after = next(step.state);
  return { state: after.state, effects: [...step.effects, ...after.effects] };
}

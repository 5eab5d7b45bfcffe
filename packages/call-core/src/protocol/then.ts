import type { Step } from './client-effects.ts';

/** Goes on from a step: the effects of both, in their order. */
export function then<State>(step: Step<State>, next: (state: State) => Step<State>): Step<State> {
  const after = next(step.state);
  return { state: after.state, effects: [...step.effects, ...after.effects] };
}

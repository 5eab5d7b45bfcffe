import type { Clock } from '../ports.ts';
import type { Step } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { ClientState } from '../state/client-state.ts';
import type { TextIntake } from '../text/text-intake.ts';

/** The code for two calls at a time (decision D85). */
export type SecondCallCode = {
  /** Takes the place of `stepClient`. */
  readonly stepCalls: (state: ClientState, event: ClientEvent, now: number) => Step<ClientState>;
  /** Passes the text of each call on by itself; `first` goes on with the call that `state` has in front. */
  readonly createTextIntakes: (
    clock: Clock,
    emit: (event: ClientEvent) => void,
    first: TextIntake,
    state: ClientState,
  ) => TextIntake;
};

/** That code, which is loaded when the first INVITE comes during a call. */
export type LaterSecondCall = {
  readonly load: () => Promise<SecondCallCode>;
  /** Present if it has been loaded already. */
  readonly code?: SecondCallCode;
};

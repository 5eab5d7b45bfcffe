import type { Step } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { ClientState } from '../state/client-state.ts';

/** The code for two calls at a time (decision D85). */
export type SecondCallCode = {
  /** Takes the place of `stepClient`. */
  readonly stepClients: (state: ClientState, event: ClientEvent, now: number) => Step<ClientState>;
};

/** That code, which is loaded when the first INVITE comes during a call. */
export type FetchedSecondCall = {
  /** Undefined until the code is loaded. */
  get(): SecondCallCode | undefined;
  /** Loads the code; resolves also if that fails. */
  fetch(): Promise<void>;
};

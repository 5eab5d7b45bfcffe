import type { Step } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { ClientState } from '../state/client-state.ts';

/** The code for transfers (decision D87). */
export type TransferCode = {
  /**
   * Takes the place of `stepCalls`.
   * @param stepCalls passes an event to the call, or to both calls; absent = to the one call
   */
  readonly stepTransfers: (
    state: ClientState,
    event: ClientEvent,
    now: number,
    stepCalls?: (state: ClientState, event: ClientEvent, now: number) => Step<ClientState>,
  ) => Step<ClientState>;
};

/** That code, which is loaded for the first transfer. */
export type FetchedTransfers = {
  /** Undefined until the code is loaded. */
  get(): TransferCode | undefined;
  /** Loads the code; rejects if that fails. */
  fetch(): Promise<unknown>;
};

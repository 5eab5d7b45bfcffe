import type { Step } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { ClientState } from '../state/client-state.ts';

/** The screen of this device. */
export interface ScreenCapture {
  /** Lets the user choose what to share in a call; emits `screenOpened` or `screenFailed`, and `screenEnded`. */
  open(callId: string): void;
  /** Ends the capture, also one that the user is still choosing; emits nothing. */
  close(callId: string): void;
}

/** The code for shared screens (decision D88). */
export type ScreenCode = {
  /**
   * Passes an event to the shared screens, and to the rest of the client.
   * @param stepRest passes an event to everything else
   */
  readonly stepScreens: (
    state: ClientState,
    event: ClientEvent,
    stepRest: (state: ClientState, event: ClientEvent) => Step<ClientState>,
  ) => Step<ClientState>;
  readonly capture: ScreenCapture;
};

/** That code, which is loaded for the first screen. */
export type FetchedScreens = {
  /** Undefined until the code is loaded. */
  get(): ScreenCode | undefined;
  /** Loads the code; rejects if that fails. */
  fetch(): Promise<unknown>;
};

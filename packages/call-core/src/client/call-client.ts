import type { LocalMediaEvent, Ports, SignallingEvent } from '../ports.ts';
import type { ClientSettings } from './client-settings.ts';
import type { ClientState } from './client-state.ts';
import type { Panel } from '../panels/panels-state.ts';

/** What a person, or the page around them, can ask for. Asking for what is not possible now does nothing. */
export type Intents = {
  /** After login: connect, register, be reachable. */
  start(settings: ClientSettings): void;
  /** Settings changed while running; a changed account or server list reconnects. */
  updateSettings(settings: ClientSettings): void;
  /** Before logout: end the call, unregister, close the line; resolves when that is done or after 2 s (REG-12). */
  stop(): Promise<void>;
  /** `bobby`, `bobby@demo.example` or `sip:bobby@demo.example`; blank is ignored (DIAL-09, -10, A-104). */
  call(target: string): void;
  answer(): void;
  decline(): void;
  cancel(): void;
  hangUp(): void;
  /** Leaves an `ended` screen. */
  dismiss(): void;
  /** Calls the party of an `ended` screen again (CALLSCR-07, -08, -10). */
  callAgain(): void;
  /** The own text field now reads `value`; the core sends the difference, or refuses it and keeps the old value. */
  editText(value: string): void;
  /** Sends BEL. */
  knock(): void;
  toggleMicrophone(): void;
  toggleCamera(): void;
  toggleSound(): void;
  togglePanel(panel: Panel): void;
  /** A new series of connection attempts, now. */
  reconnect(): void;
};

/** Events of the page itself, fed in by the composition root. */
export type PageEvent =
  | { readonly type: 'browserOnline' }
  | { readonly type: 'browserOffline' }
  /** The page is being left for good or frozen. */
  | { readonly type: 'pageHidden' }
  /** The page came back from the back/forward cache. */
  | { readonly type: 'pageShown' };

export type CallClient = {
  getState(): ClientState;
  /** Calls `listener` after each change of state; the returned function ends it. */
  subscribe(listener: () => void): () => void;
  readonly intents: Intents;
};

/**
 * Builds the calling core. `connectPorts` receives the function through which adapters report, and returns the
 * adapters: core and adapters know each other from the start and neither is ever half-built.
 */
export declare function createCallClient(
  connectPorts: (emit: (event: SignallingEvent | LocalMediaEvent | PageEvent) => void) => Ports,
): CallClient;

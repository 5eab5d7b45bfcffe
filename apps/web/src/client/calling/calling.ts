import type { Brand } from '@samtal/api-contract';
import type { SessionState } from '../session/session.ts';
import { createStore, type Store } from '../store/store.ts';
import { clientSettingsOf } from './client-settings.ts';
import type { RunningClient } from './running-client.ts';

export type CallingState =
  | { readonly phase: 'absent' }
  | { readonly phase: 'ready'; readonly running: RunningClient }
  /** Its code could not be fetched. */
  | { readonly phase: 'failed' };

export type Calling = {
  readonly state: Store<CallingState>;
  /** Fetches the code ahead of the login, so that the first call is not slow. */
  readonly preload: () => void;
  /** From now on whoever is signed in can be reached. */
  readonly follow: (session: Store<SessionState>) => void;
  /** Ends the call, unregisters and closes the line (REG-12). */
  readonly stop: () => Promise<void>;
};

export type CallingOptions = {
  readonly brand: Brand;
  /** Fetches the calling core and its adapters, which are not needed before the login. */
  readonly load: () => Promise<RunningClient>;
  /** Fetches what only an open line needs, ahead of its opening. */
  readonly loadLine?: () => Promise<unknown>;
  /** The address of this browser in its own network, as far as it is known by then. */
  readonly localAddress?: () => string | undefined;
  /** Fulfilled when the screens that come with `load` have had their turn to be drawn. */
  readonly untilShown?: () => Promise<void>;
};

/** Calling for whoever is signed in. */
export function createCalling({ brand, load, loadLine, localAddress, untilShown }: CallingOptions): Calling {
  const state = createStore<CallingState>({ phase: 'absent' });
  let loading: Promise<void> | undefined;
  let stopping = Promise.resolve();

  const ensureLoaded = (): Promise<void> => {
    loading ??= load().then(
      (running) => state.set({ phase: 'ready', running }),
      () => {
        loading = undefined;
        state.set({ phase: 'failed' });
      },
    );
    return loading;
  };
  const client = () => {
    const now = state.get();
    return now.phase === 'ready' ? now.running.client : undefined;
  };

  return {
    state,
    preload() {
      // Whoever fails here is asked again when a line is opened.
      void ensureLoaded()
        .then(loadLine)
        .catch(() => undefined);
    },
    follow(session) {
      const startIfSignedIn = async (): Promise<void> => {
        const { phase } = session.get();
        if (phase !== 'signingIn' && phase !== 'signedIn') return;
        // While the server looks at the login, the code can be on its way.
        await ensureLoaded();
        await untilShown?.();
        // Whoever was here before is signed off first; a start in between would be forgotten with them (REG-12).
        await stopping;
        // The person may have gone meanwhile.
        const now = session.get();
        if (now.phase === 'signedIn') client()?.intents.start(clientSettingsOf(now, brand, localAddress?.()));
      };
      session.subscribe(() => void startIfSignedIn());
      void startIfSignedIn();
    },
    stop() {
      stopping = client()?.intents.stop() ?? Promise.resolve();
      return stopping;
    },
  };
}

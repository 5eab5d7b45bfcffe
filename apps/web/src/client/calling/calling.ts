import type { Brand } from '@samtal/api-contract';
import type { SessionState } from '../session/session.ts';
import { createStore, type Store } from '../store/store.ts';
import type { LoadedClient, RunningClient } from './running-client.ts';

export type CallingState =
  | { readonly phase: 'absent' }
  | { readonly phase: 'ready'; readonly running: RunningClient }
  /** The code of the calling core could not be loaded. */
  | { readonly phase: 'failed' };

export type Calling = {
  readonly state: Store<CallingState>;
  /** Loads the code for calls before it is needed, so that the first call is not slow. */
  readonly preload: () => void;
  /**
   * Follows `session` from now on: starts the calling core for each user who logs in, so that calls reach
   * them, and passes changed settings to it.
   */
  readonly follow: (session: Store<SessionState>) => void;
  /** Ends the call, unregisters and closes the connection (REG-12). */
  readonly stop: () => Promise<void>;
};

export type CallingOptions = {
  readonly brand: Brand;
  /** Loads the calling core and its adapters, which are not needed before the login. */
  readonly load: () => Promise<LoadedClient>;
  /** Loads the code that is needed only when a connection is opened; `preload` calls it. */
  readonly loadSignalling?: () => Promise<unknown>;
  /** Returns this browser's address in its own network; undefined while it is unknown. */
  readonly localAddress?: () => string | undefined;
  /** Resolves when the page has had time to draw the screens that `load` has loaded. */
  readonly untilShown?: () => Promise<void>;
};

/** Loads the calling core, and starts and stops it for the user who is signed in. */
export function createCalling({
  brand,
  load,
  loadSignalling,
  localAddress,
  untilShown,
}: CallingOptions): Calling {
  const state = createStore<CallingState>({ phase: 'absent' });
  let loading: Promise<void> | undefined;
  let loaded: LoadedClient | undefined;
  let stopping = Promise.resolve();

  async function loadOnce(): Promise<void> {
    try {
      loaded = await load();
      state.set({ phase: 'ready', running: loaded });
    } catch {
      loading = undefined;
      state.set({ phase: 'failed' });
    }
  }

  const ensureLoaded = (): Promise<void> => (loading ??= loadOnce());

  return {
    state,
    preload() {
      // A failure of `loadSignalling` is not reported here: opening a connection loads that code again.
      void ensureLoaded()
        .then(loadSignalling)
        .catch(() => undefined);
    },
    follow(session) {
      const update = async (): Promise<void> => {
        const { phase } = session.get();
        if (phase !== 'signingIn' && phase !== 'signedIn') return;
        // The code loads while the server checks the login.
        await ensureLoaded();
        await untilShown?.();
        // Waits until the previous user is unregistered: a `stop` that is not finished would also stop the
        // new start (REG-12).
        await stopping;
        // The user may have logged out meanwhile.
        const now = session.get();
        if (now.phase !== 'signedIn' || loaded === undefined) return;
        const { client, settingsOf } = loaded;
        const settings = settingsOf(now, brand, localAddress?.());
        if (client.getState().settings === undefined) client.intents.start(settings);
        else client.intents.applySettings(settings);
      };
      session.subscribe(() => void update());
      void update();
    },
    stop() {
      stopping = loaded?.client.intents.stop() ?? Promise.resolve();
      return stopping;
    },
  };
}

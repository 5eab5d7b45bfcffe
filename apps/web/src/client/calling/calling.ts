import type { Brand } from '@samtal/api-contract';
import type { SessionState } from '../session/session.ts';
import { createStore, type Store } from '../store/store.ts';
import { clientSettingsOf } from './client-settings.ts';
import type { RunningClient } from './running-client.ts';

export type CallingState =
  | { readonly phase: 'absent' }
  | { readonly phase: 'ready'; readonly running: RunningClient }
  /** The code of the calling core could not be loaded. */
  | { readonly phase: 'failed' };

export type Calling = {
  readonly state: Store<CallingState>;
  /** Loads the code before the login, so that the first call is not slow. */
  readonly preload: () => void;
  /** From now on makes the signed-in user reachable, and passes their settings on when they change. */
  readonly follow: (session: Store<SessionState>) => void;
  /** Ends the call, unregisters and closes the connection (REG-12). */
  readonly stop: () => Promise<void>;
};

export type CallingOptions = {
  readonly brand: Brand;
  /** Loads the calling core and its adapters, which are not needed before the login. */
  readonly load: () => Promise<RunningClient>;
  /** Loads the code that only an open connection needs, before it is opened. */
  readonly loadSignalling?: () => Promise<unknown>;
  /** This browser's address in its own network, if it is known by then. */
  readonly localAddress?: () => string | undefined;
  /** Resolves when the screens that come with `load` could be drawn. */
  readonly untilShown?: () => Promise<void>;
};

/** Calling for the signed-in user. */
export function createCalling({
  brand,
  load,
  loadSignalling,
  localAddress,
  untilShown,
}: CallingOptions): Calling {
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
      // A failure is not reported here: opening a connection loads the code again.
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
        // The previous user is unregistered first: their `stop` would also undo a start before it is done
        // (REG-12).
        await stopping;
        // The user may have logged out meanwhile.
        const now = session.get();
        const core = client();
        if (now.phase !== 'signedIn' || core === undefined) return;
        const settings = clientSettingsOf(now, brand, localAddress?.());
        if (core.getState().settings === undefined) core.intents.start(settings);
        else core.intents.applySettings(settings);
      };
      session.subscribe(() => void update());
      void update();
    },
    stop() {
      stopping = client()?.intents.stop() ?? Promise.resolve();
      return stopping;
    },
  };
}

import type { Language } from '@samtal/api-contract';
import type { CallClient } from '@samtal/call-core';
import type { AppDevice, AppKeeper, Installation } from '../ports/installable-app.ts';
import type { SessionState } from '../session/session.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store } from '../store/store.ts';
import { isAppKept, setAppKept } from './app-kept.ts';

/** The web app as an app of this device (decision D79). */
export type InstallableApp = {
  readonly installation: Store<Installation>;
  /** Lets the browser ask the user; resolves to whether the app is installed. */
  readonly install: () => Promise<boolean>;
  /** Whether a newer version is ready, and the user has not put it off. */
  readonly isUpdateReady: Store<boolean>;
  readonly putOffUpdate: () => void;
  /** Where the user was led from outside while the app runs, below the address of the app; taken once. */
  readonly launched: Store<string | undefined>;
  readonly takeLaunch: () => void;
};

export type InstallableAppOptions = {
  readonly device: AppDevice;
  readonly keeper: AppKeeper;
  readonly session: Store<SessionState>;
  readonly client: Pick<CallClient, 'onHeartbeat'>;
  readonly localStore: KeyValueStore;
  /** The language of the page. */
  readonly language: Store<Language>;
  /** The numbers that the badge adds up: missed calls and unread messages. */
  readonly counts: readonly Store<number>[];
};

/** Time between two checks of an open page for a newer version, in minutes. */
const LOOK_MINUTES = 60;

export function createInstallableApp(options: InstallableAppOptions): InstallableApp {
  const { device, keeper, session, client, localStore, language, counts } = options;
  const installation = createStore(device.installation());
  const isUpdateReady = createStore(false);
  const launched = createStore<string | undefined>(undefined);

  const isWanted = (): boolean => {
    const state = session.get();
    return state.phase === 'signedIn' && state.features.installableApp;
  };

  const showBadge = (): void =>
    device.setBadge(isWanted() ? counts.reduce((sum, count) => sum + count.get(), 0) : 0);

  let keptIn: Language | undefined;
  /** Keeps the app, or removes it where the user's organisation has it no more. A log-out changes nothing. */
  function followWish(): void {
    const state = session.get();
    if (state.phase !== 'signedIn' || state.isPassing === true) return;
    if (isWanted()) {
      if (keptIn === language.get()) return;
      keptIn = language.get();
      setAppKept(localStore, true);
      void keeper.keep(keptIn);
    } else if (isAppKept(localStore)) {
      keptIn = undefined;
      setAppKept(localStore, false);
      void keeper.drop();
    }
  }

  const react = (): void => {
    followWish();
    showBadge();
  };
  for (const count of counts) count.subscribe(showBadge);
  session.subscribe(react);
  language.subscribe(followWish);
  let minutes = 0;
  client.onHeartbeat(60, () => {
    minutes += 1;
    if (minutes % LOOK_MINUTES === 0 && isWanted()) void keeper.lookForUpdate();
  });
  keeper.onUpdateReady(() => isUpdateReady.set(isWanted()));
  device.onInstallation(() => installation.set(device.installation()));
  device.onLaunch((path) => {
    if (isWanted()) launched.set(path);
  });
  react();

  return {
    installation,
    async install() {
      const isInstalled = await device.install();
      installation.set(device.installation());
      return isInstalled;
    },
    isUpdateReady,
    putOffUpdate: () => isUpdateReady.set(false),
    launched,
    takeLaunch: () => launched.set(undefined),
  };
}

import {
  type Brand,
  type Features,
  featuresFor,
  mergeSettings,
  PROPERTY_KEYS,
  type Settings,
  valueOf,
} from '@samtal/api-contract';
import { loginFailureMessage } from './login-failure.ts';
import type { Message } from './message.ts';
import type { ApiFailure, KeyValueStore, UserApi } from './ports.ts';
import type { SessionMemory } from './session-memory.ts';
import { createStore, type Store } from './store.ts';
import type { SystemConfig, User } from './user.ts';

export type SignedIn = {
  readonly phase: 'signedIn';
  readonly user: User;
  readonly settings: Settings;
  readonly features: Features;
};

export type SessionState =
  | {
      readonly phase: 'signedOut';
      /** The last login did not work, for this reason (LOGIN-07). */
      readonly loginFailure?: Message;
      /** The server ended the session (LOGIN-14, LOGIN-19). */
      readonly wasEnded?: boolean;
    }
  | { readonly phase: 'signingIn' }
  | SignedIn
  | { readonly phase: 'signingOut' };

export type Session = {
  readonly state: Store<SessionState>;
  /** Does nothing unless signed out. */
  login(username: string, password: string): Promise<void>;
  /** Ends the call and the session; done when nothing of it is left. */
  logout(): Promise<void>;
  /** The server does not know this session any more (LOGIN-14). */
  end(): void;
};

export type SessionOptions = {
  readonly api: UserApi;
  readonly brand: Brand;
  readonly memory: SessionMemory;
  /** Shared by the tabs of this origin. */
  readonly localStore: KeyValueStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Ends the call, unregisters and closes the line (REG-12). */
  readonly stopCalling: () => Promise<void>;
};

/** Who is signed in here. A session saved by this tab is taken up again without asking the server (LOGIN-05). */
export function createSession({ api, brand, memory, localStore, now, stopCalling }: SessionOptions): Session {
  const signedIn = (user: User, { systemSettings, webSettings }: SystemConfig): SignedIn => {
    const { capabilities, properties } = user;
    const organisation = Number.parseInt(
      valueOf(properties.propertySet, PROPERTY_KEYS.organisation) ?? '',
      10,
    );
    return {
      phase: 'signedIn',
      user,
      settings: mergeSettings(brand.defaultSettings, capabilities, systemSettings, webSettings),
      features: featuresFor(brand, Number.isNaN(organisation) ? undefined : organisation, [
        ...capabilities,
        ...systemSettings,
      ]),
    };
  };
  const saved = memory.load();
  const state = createStore<SessionState>(
    saved === undefined ? { phase: 'signedOut' } : signedIn(saved.user, saved.config),
  );
  const refuse = (failure: ApiFailure): void => {
    memory.forget();
    state.set({ phase: 'signedOut', loginFailure: loginFailureMessage(failure) });
  };

  return {
    state,
    async login(username, password) {
      if (state.get().phase !== 'signedOut') return;
      state.set({ phase: 'signingIn' });
      const answer = await api.login({ username, password, force: true, willUseSipRegistration: true });
      if (!answer.ok) return refuse(answer);
      const { securityToken } = answer.value;
      const [system, web] = await Promise.all([
        api.getSystemSettings(securityToken),
        api.getWebSettings(securityToken),
      ]);
      if (!system.ok) return refuse(system);
      if (!web.ok) return refuse(web);
      const user: User = { ...answer.value, username, password };
      const config: SystemConfig = { systemSettings: system.value, webSettings: web.value };
      memory.save(user, config);
      state.set(signedIn(user, config));
    },
    async logout() {
      const current = state.get();
      if (current.phase !== 'signedIn') return;
      state.set({ phase: 'signingOut' });
      await stopCalling();
      await api.logout(current.user.securityToken);
      memory.forget();
      // The other tabs of this origin act on it.
      localStore.set('logout', String(now()));
      state.set({ phase: 'signedOut' });
    },
    end() {
      if (state.get().phase !== 'signedIn') return;
      memory.forget();
      state.set({ phase: 'signedOut', wasEnded: true });
      void stopCalling();
    },
  };
}

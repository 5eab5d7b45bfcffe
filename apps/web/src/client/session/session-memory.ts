import { keyValueListSchema, loginAnswerSchema } from '@samtal/api-contract';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { SystemConfig, User } from './user.ts';

const keys = {
  user: 'user',
  systemConfig: 'systemConfig',
  localIp: 'localIp',
  lastLogout: 'lastLogout',
} as const;

/** The key in the local storage under which each logout writes a new value. */
export const LOGOUT_KEY = 'logout';

/** Data of the session that survives a reload of this tab, but not its closing (LOGIN-05). */
export type SessionMemory = {
  /** A session begins: from now on the logout of another tab ends it. */
  begin(): void;
  /**
   * Whether another tab has logged out since the session began (LOGIN-13). A tab that was closed, discarded or in
   * the back/forward cache meanwhile has got no event.
   */
  readonly isOutdated: () => boolean;
  save(user: User, config: SystemConfig, isAnonymous: boolean): void;
  /** The saved user and settings; undefined if none are stored or they cannot be used. */
  load(): { readonly user: User; readonly config: SystemConfig } | undefined;
  /** This browser's address in its own network, if it has been found (STORE-03). */
  readonly localAddress: () => string | undefined;
  /** Removes the user and their data. */
  forget(): void;
  /** After a logout: removes everything from the tab's storage (STORE-04). */
  empty(): void;
};

/** @param localStore shared by the tabs of this origin */
export function createSessionMemory(
  store: KeyValueStore,
  localStore: Pick<KeyValueStore, 'get'>,
): SessionMemory {
  const read = (key: string): unknown => {
    try {
      return JSON.parse(store.get(key) ?? 'null');
    } catch {
      return undefined;
    }
  };
  const textIn = (json: unknown, name: string): string | undefined => {
    const value: unknown = fieldOf(json, name);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    begin: () => store.set(keys.lastLogout, localStore.get(LOGOUT_KEY) ?? ''),
    isOutdated() {
      const known = store.get(keys.lastLogout);
      // A removed item means that storage was cleared, not that the user logged out.
      const last = localStore.get(LOGOUT_KEY) ?? known;
      return known !== undefined && last !== known;
    },
    save(user, config, isAnonymous) {
      // The specification names the fields `authenticated` and `anonymous` (LOGIN-15).
      store.set(keys.user, JSON.stringify({ ...user, authenticated: true, anonymous: isAnonymous }));
      store.set(keys.systemConfig, JSON.stringify(config));
    },
    load() {
      const savedUser = read(keys.user);
      const savedConfig = read(keys.systemConfig);
      const answer = loginAnswerSchema.safeParse(savedUser);
      const system = keyValueListSchema.safeParse(fieldOf(savedConfig, 'systemSettings'));
      const web = keyValueListSchema.safeParse(fieldOf(savedConfig, 'webSettings'));
      const username = textIn(savedUser, 'username');
      const password = textIn(savedUser, 'password');
      const token = textIn(savedUser, 'token');
      if (username === undefined || password === undefined) return undefined;
      if (!answer.success || !system.success || !web.success) return undefined;
      return {
        user: { ...answer.data, username, password, ...(token === undefined ? {} : { token }) },
        config: { systemSettings: system.data, webSettings: web.data },
      };
    },
    localAddress: () => store.get(keys.localIp),
    forget() {
      for (const key of Object.values(keys)) store.remove(key);
    },
    empty: () => store.clear(),
  };
}

function fieldOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null && name in json
    ? (json as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

import { keyValueListSchema, loginAnswerSchema } from '@samtal/api-contract';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { SystemConfig, User } from './user.ts';

const keys = {
  user: 'user',
  systemConfig: 'systemConfig',
  localIp: 'localIp',
} as const;

/** Data of the session that survives a reload of this tab, but not its closing (LOGIN-05). */
export type SessionMemory = {
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

export function createSessionMemory(store: KeyValueStore): SessionMemory {
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

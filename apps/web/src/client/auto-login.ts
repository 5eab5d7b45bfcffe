import type { KeyValueStore, SecretBox } from './ports.ts';

/** Ledger 3.3; the names are those of the specification. */
const keys = { isOn: 'autoLogin', username: 'username', password: 'password' } as const;

export type Credentials = { readonly username: string; readonly password: string };

/** The login that this browser does by itself, for those who ticked it (LOGIN-11, A-030, decision D21). */
export type AutoLogin = {
  readonly isOn: () => boolean;
  /** Keeps the password encrypted; where that is impossible nothing is kept at all. */
  readonly remember: (credentials: Credentials) => Promise<void>;
  /** Undefined when nothing is kept, or nothing that this browser can still read. */
  readonly recall: () => Promise<Credentials | undefined>;
  readonly forget: () => void;
};

export function createAutoLogin(store: KeyValueStore, secrets: SecretBox): AutoLogin {
  // Encrypting takes a moment, in which the person may have logged out.
  let latest = 0;
  const forget = (): void => {
    latest += 1;
    for (const key of Object.values(keys)) store.remove(key);
  };
  return {
    isOn: () => store.get(keys.isOn) === 'true',
    async remember({ username, password }) {
      forget();
      const asked = latest;
      const sealed = await secrets.seal(password);
      if (sealed === undefined || asked !== latest) return;
      store.set(keys.username, username);
      store.set(keys.password, sealed);
      store.set(keys.isOn, 'true');
    },
    async recall() {
      const [username, sealed] = [store.get(keys.username), store.get(keys.password)];
      if (store.get(keys.isOn) !== 'true' || username === undefined || sealed === undefined) return undefined;
      const password = await secrets.open(sealed);
      return password === undefined ? undefined : { username, password };
    },
    forget,
  };
}

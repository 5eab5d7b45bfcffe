import type { KeyValueStore } from '../store/key-value-store.ts';
import type { SecretBox } from '../store/secret-box.ts';

/** The names of the stored items, as in the specification (docs/requirements.md 3.3). */
const keys = { isOn: 'autoLogin', username: 'username', password: 'password' } as const;

/** Whether the page logs in by itself when it is opened in this browser. */
export const isAutoLoginOn = (store: KeyValueStore): boolean => store.get(keys.isOn) === 'true';

export type Credentials = { readonly username: string; readonly password: string };

/** Automatic login in this browser, for users who ticked the box (LOGIN-11, A-030, decision D21). */
export type AutoLogin = {
  readonly isOn: () => boolean;
  /**
   * Removes the stored credentials and stores these, with the password encrypted, if it can be encrypted.
   * @param isRight resolves to whether these credentials are right; if not, they are not stored
   */
  readonly remember: (credentials: Credentials, isRight?: Promise<boolean>) => Promise<void>;
  /**
   * Resolves to the stored credentials; undefined = there are none, or this browser can never decrypt them;
   * 'notNow' = the browser cannot decrypt them at the moment.
   */
  readonly recall: () => Promise<Credentials | 'notNow' | undefined>;
  readonly forget: () => void;
};

export function createAutoLogin(store: KeyValueStore, secrets: SecretBox): AutoLogin {
  // Changes with each `remember` and `forget`: encryption takes time, and the user may log out meanwhile.
  let latest = 0;
  const forget = (): void => {
    latest += 1;
    for (const key of Object.values(keys)) store.remove(key);
  };
  return {
    isOn: () => isAutoLoginOn(store),
    async remember({ username, password }, isRight = Promise.resolve(true)) {
      forget();
      const asked = latest;
      const [sealed, isKept] = await Promise.all([secrets.seal(password), isRight]);
      if (sealed === undefined || !isKept || asked !== latest) return;
      store.set(keys.username, username);
      store.set(keys.password, sealed);
      store.set(keys.isOn, 'true');
    },
    async recall() {
      const username = store.get(keys.username);
      const sealed = store.get(keys.password);
      if (!isAutoLoginOn(store) || username === undefined || sealed === undefined) return undefined;
      const opened = await secrets.open(sealed);
      if (opened.ok) return { username, password: opened.secret };
      return opened.isForGood ? undefined : 'notNow';
    },
    forget,
  };
}

import { type Brand, deletionTimeIn, ERROR_CODES, type KeyValue, valueOf } from '@samtal/api-contract';
import type { Message } from '../alerts/message.ts';
import type { ApiFailure, UserApi } from '../ports/user-api.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store } from '../store/store.ts';
import {
  forgetAnonymousSettings,
  loadAnonymousSettings,
  saveAnonymousSettings,
} from './anonymous-settings.ts';
import type { AutoLogin } from './auto-login.ts';
import type { VisitorLogin } from './kiosk-visit.ts';
import { loginFailureMessage } from './login-failure.ts';
import { pickSipServer } from './pick-sip-server.ts';
import type { SessionMemory } from './session-memory.ts';
import {
  byPassword,
  byProvider,
  bySecondStep,
  byToken,
  isRefusedLogin,
  isSecondStep,
  type LoginAttempt,
  type SecondStep,
  type StepAnswer,
  signIn,
} from './sign-in.ts';
import { type SignedIn, signedInOf } from './signed-in.ts';
import { isAnonymous, type SystemConfig, type User } from './user.ts';

export type { SignedIn };

export type SessionState =
  | {
      readonly phase: 'signedOut';
      /** Why the last login failed (LOGIN-07). */
      readonly loginFailure?: Message | undefined;
      /**
       * The account is to be deleted then (decision D96): its user has just asked for it, or, with `loginFailure`, the
       * login was refused because of it. Milliseconds since the epoch.
       */
      readonly deletionAt?: number;
      /** The password was right, and the log-in waits for its second step (decision D100). */
      readonly secondStep?: SecondStep;
      /** The last login was tried after the user came back from the provider. */
      readonly isFromProvider?: boolean;
      /** The server ended the session (LOGIN-14, LOGIN-19). */
      readonly wasEnded?: boolean;
      /** An automatic login must be tried again: it was not possible, or the server did not answer. */
      readonly isLoginDue?: boolean;
    }
  | {
      readonly phase: 'signingIn';
      /** This is an automatic login: the user has typed nothing. */
      readonly isUnasked?: boolean;
      readonly secondStep?: SecondStep;
    }
  | SignedIn
  /** The user logs out. A current call first ends on its own screen (decision D37). */
  | { readonly phase: 'signingOut'; readonly was: SignedIn };

export type Session = {
  readonly state: Store<SessionState>;
  /**
   * Logs in the remembered user (LOGIN-11), or else the anonymous user (LOGIN-06); to be called once, when
   * the page has opened.
   */
  begin(): void;
  /** Repeats an automatic login that is due; to be called when the network is back. */
  tryAgain(): void;
  /**
   * Logs in; does nothing while a user is signed in, or while a login or logout is in progress.
   * @param isRemembered whether the page logs in automatically when it is next opened in this browser
   * (LOGIN-11)
   * @param keepAccount the user keeps an account that is to be deleted
   */
  login(username: string, password: string, isRemembered?: boolean, keepAccount?: boolean): Promise<void>;
  /** Logs in with the brand's credentials for callers without an account (ANON-01). */
  loginAnonymously(): Promise<void>;
  /**
   * Logs in the user who has just signed in at the provider (decision D99).
   * @param keepAccount the user keeps an account that is to be deleted
   */
  loginWithProvider(keepAccount: boolean): Promise<void>;
  /** Passes the second step of a log-in (decision D100); undefined = goes back to the first one. */
  answerSecondStep(answer: StepAnswer | undefined): Promise<void>;
  /** Logs in a visitor with a one-click link (KIOSK-13); resolves to the reason if that fails. */
  loginVisitor(visitor: VisitorLogin): Promise<ApiFailure | undefined>;
  /** Ends the call and the session; resolves when both are gone. */
  logout(): Promise<void>;
  /** Logs out without notifying other tabs; to be called when another tab has logged out (LOGIN-13). */
  followLogout(): Promise<void>;
  /**
   * Ends the session here and tries automatic login; to be called when the server no longer knows the session
   * (LOGIN-14).
   */
  end(): void;
  /** Ends the session, because the server has noted that the account is to be deleted at `deletionAt`. */
  accountLeaves(deletionAt: number): void;
  /**
   * Stores settings in the account, or in this browser for users without one (SET-25). Stored settings take
   * effect immediately. Resolves to the failure if a setting could not be stored.
   */
  saveSettings(changed: readonly KeyValue[]): Promise<ApiFailure | undefined>;
  /**
   * Reads the settings from the server again and applies them (SET-27); without an answer nothing changes.
   */
  reloadSettings(): Promise<void>;
  /** Reads the user's data from the server again (PROFILE-08); without an answer nothing changes. */
  reloadUser(): Promise<void>;
  /** Keeps the user's new password, and the new SIP secret that comes with it (decision D8). */
  passwordChanged(changed: Pick<User, 'password'> & Partial<Pick<User, 'sipPassword'>>): void;
};

export type SessionOptions = {
  readonly api: UserApi;
  readonly brand: Brand;
  readonly memory: SessionMemory;
  /** Shared by the tabs of this origin. */
  readonly localStore: KeyValueStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random?: () => number;
  /** Ends the call, unregisters and closes the connection (REG-12). */
  readonly stopCalling: () => Promise<void>;
  /** Opens an address in place of this page. */
  readonly leavePage?: (address: string) => void;
  /** Absent if there is no automatic login. */
  readonly autoLogin?: AutoLogin;
  /**
   * False = automatic login is off. Users of a browser without WebRTC log in themselves: only the login page
   * tells them that calls are not possible (LOGIN-03).
   */
  readonly mayEnterUnasked?: boolean;
  /** The page was opened by a one-click link: a session saved in this tab is not continued. */
  readonly isForVisitor?: boolean;
};

/**
 * The minimum time between two automatic logins after a session has ended. It prevents a loop when the server
 * keeps ending sessions.
 */
const RETURN_PAUSE_MS = 60 * 60 * 1000;

const sameSettings = (one: readonly KeyValue[], other: readonly KeyValue[]): boolean =>
  one.length === other.length && one.every(({ key, value }) => valueOf(other, key) === value);

/** Creates the session of this tab. A saved session continues without a request to the server (LOGIN-05). */
export function createSession({
  api,
  brand,
  memory,
  localStore,
  now,
  random = Math.random,
  stopCalling,
  leavePage = () => undefined,
  autoLogin,
  mayEnterUnasked = true,
  isForVisitor = false,
}: SessionOptions): Session {
  const signedIn = (user: User, known: SystemConfig): SignedIn =>
    signedInOf(brand, user, known, () => loadAnonymousSettings(localStore));
  const saved = isForVisitor ? undefined : memory.load();
  let config: SystemConfig = saved?.config ?? { systemSettings: [], webSettings: [] };
  const state = createStore<SessionState>(
    saved === undefined ? { phase: 'signedOut' } : signedIn(saved.user, saved.config),
  );
  const keep = (user: User): void => {
    memory.save(user, config, isAnonymous(user, brand));
    state.set(signedIn(user, config));
  };
  /** The current data of this user; undefined = they have logged out meanwhile. */
  const stillHere = ({ securityToken }: User): User | undefined => {
    const current = state.get();
    return current.phase === 'signedIn' && current.user.securityToken === securityToken
      ? current.user
      : undefined;
  };
  const renew = (person: User, changes: Partial<User>): void => {
    const current = stillHere(person);
    if (current !== undefined) keep({ ...current, ...changes });
  };
  function keepSettings(person: User, webSettings: readonly KeyValue[]): void {
    config = { ...config, webSettings };
    renew(person, {});
  }

  /** Signs in; after a failure the user is signed out, and none of their data is kept (LOGIN-07). */
  async function enter(loginAttempt: LoginAttempt, isUnasked = false): Promise<ApiFailure | undefined> {
    const admitted = await signIn(api, loginAttempt);
    if (admitted.ok) {
      const { user } = admitted.value;
      config = pickSipServer(admitted.value.config, signedIn(user, admitted.value.config).settings, random);
      keep(user);
      return undefined;
    }
    memory.forget();
    const { errorCode, failureText } = admitted;
    const isStep = isSecondStep(admitted);
    const secondStep = isStep
      ? { text: failureText, as: loginAttempt.as }
      : errorCode === ERROR_CODES.signInExpired
        ? undefined
        : loginAttempt.step;
    const isLoginDue = isUnasked && admitted.status === 0;
    const deletionAt = errorCode === ERROR_CODES.deletionPending ? deletionTimeIn(failureText) : undefined;
    state.set({
      phase: 'signedOut',
      loginFailure: isStep ? undefined : loginFailureMessage(admitted),
      ...(secondStep && { secondStep }),
      ...(isLoginDue ? { isLoginDue } : {}),
      ...(deletionAt === undefined ? {} : { deletionAt }),
      ...('withProvider' in loginAttempt.request ? { isFromProvider: true } : {}),
    });
    return admitted;
  }

  const { anonymous } = brand;
  const enterAnonymously = (isUnasked = false): Promise<ApiFailure | undefined> =>
    enter(byPassword(anonymous.username, anonymous.password), isUnasked);
  const isAnonymityAutomatic = anonymous.enabled && anonymous.autoLogin;

  async function enterUnasked(): Promise<void> {
    if (autoLogin === undefined || !mayEnterUnasked || isForVisitor) return;
    if (state.get().phase !== 'signedOut') return;
    const isRemembered = autoLogin.isOn();
    if (!isRemembered && !isAnonymityAutomatic) return;
    state.set({ phase: 'signingIn', isUnasked: true });
    const known = isRemembered ? await autoLogin.recall() : undefined;
    if (known === 'notNow') return state.set({ phase: 'signedOut', isLoginDue: true });
    if (known !== undefined) {
      const failure = await enter(byPassword(known.username, known.password), true);
      if (failure !== undefined && isRefusedLogin(failure)) autoLogin.forget();
      return;
    }
    // Stored credentials that cannot be decrypted are useless.
    autoLogin.forget();
    if (isAnonymityAutomatic) await enterAnonymously(true);
    else state.set({ phase: 'signedOut' });
  }

  /** @returns the address at which the provider ends its own session; undefined = there is none */
  async function leave(current: SignedIn): Promise<string | undefined> {
    state.set({ phase: 'signingOut', was: current });
    await stopCalling();
    const answer = await api.logout(current.user.securityToken);
    memory.empty();
    return answer.ok ? answer.value : undefined;
  }
  let returnedAt: number | undefined;
  let hasBegun = false;
  /**
   * Counts the requests for settings and the changes of settings; an answer is outdated if the count has
   * changed since its request.
   */
  let latestSettings = 0;

  return {
    state,
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      void enterUnasked();
    },
    tryAgain() {
      const now = state.get();
      if (now.phase === 'signedOut' && now.isLoginDue === true) void enterUnasked();
    },
    async login(username, password, isRemembered = false, keepAccount = false) {
      if (state.get().phase !== 'signedOut') return;
      state.set({ phase: 'signingIn' });
      const entering = enter(byPassword(username, password, {}, keepAccount));
      // The user may close the page right after the login, so encryption runs in parallel.
      const isIn = entering.then((failure) => failure === undefined || isSecondStep(failure));
      if (isRemembered) await autoLogin?.remember({ username, password }, isIn);
      else autoLogin?.forget();
      await entering;
    },
    async loginAnonymously() {
      if (state.get().phase !== 'signedOut') return;
      state.set({ phase: 'signingIn' });
      await enterAnonymously();
    },
    async loginWithProvider(keepAccount) {
      if (state.get().phase !== 'signedOut') return;
      state.set({ phase: 'signingIn', isUnasked: true });
      await enter(byProvider(keepAccount));
    },
    async answerSecondStep(answer) {
      const current = state.get();
      if (current.phase !== 'signedOut' || current.secondStep === undefined) return;
      if (answer === undefined) return state.set({ phase: 'signedOut' });
      const { secondStep } = current;
      state.set({ phase: 'signingIn', secondStep });
      await enter(bySecondStep(secondStep, answer));
    },
    async loginVisitor({ token, credentials, ref }) {
      if (state.get().phase !== 'signedOut') return undefined;
      state.set({ phase: 'signingIn' });
      const more = ref === undefined ? {} : { ref };
      return enter(
        credentials === undefined
          ? byToken(token, more)
          : byPassword(credentials.username, credentials.password, { token, ...more }),
      );
    },
    async logout() {
      const current = state.get();
      if (current.phase !== 'signedIn') return;
      // A visitor must not delete what this browser remembers about its usual user.
      if (!isForVisitor) {
        autoLogin?.forget();
        if (isAnonymous(current.user, brand)) forgetAnonymousSettings(localStore);
      }
      const signOutAt = await leave(current);
      // The other tabs of this origin see the new value and log out too.
      localStore.set('logout', String(now()));
      state.set({ phase: 'signedOut' });
      if (signOutAt !== undefined) leavePage(signOutAt);
    },
    async followLogout() {
      const current = state.get();
      if (current.phase !== 'signedIn') return;
      await leave(current);
      state.set({ phase: 'signedOut' });
    },
    end() {
      if (state.get().phase !== 'signedIn') return;
      memory.forget();
      state.set({ phase: 'signedOut', wasEnded: true });
      const stopped = stopCalling();
      if (returnedAt !== undefined && now() - returnedAt < RETURN_PAUSE_MS) return;
      returnedAt = now();
      void stopped.then(enterUnasked);
    },
    accountLeaves(deletionAt) {
      if (state.get().phase !== 'signedIn') return;
      autoLogin?.forget();
      memory.empty();
      // Other tabs find out by themselves, after a call that one of them may have.
      state.set({ phase: 'signedOut', deletionAt });
      void stopCalling();
    },
    async saveSettings(changed) {
      const before = state.get();
      if (before.phase !== 'signedIn') return undefined;
      const { user } = before;
      if (isAnonymous(user, brand)) {
        saveAnonymousSettings(localStore, [...loadAnonymousSettings(localStore), ...changed]);
        state.set(signedIn(user, config));
        return undefined;
      }
      const results = await Promise.all(
        changed.map((setting) => api.setWebSetting(user.securityToken, setting)),
      );
      const kept = changed.filter((_setting, index) => results[index]?.ok === true);
      // Meanwhile the session may have ended, and another may have begun.
      if (kept.length > 0 && stillHere(user) !== undefined) {
        latestSettings += 1;
        const others = config.webSettings.filter(({ key }) => valueOf(kept, key) === undefined);
        keepSettings(user, [...others, ...kept]);
      }
      return results.find((result) => !result.ok);
    },
    async reloadSettings() {
      const before = state.get();
      if (before.phase !== 'signedIn') return;
      const { user } = before;
      latestSettings += 1;
      const asked = latestSettings;
      const answer = await api.getWebSettings(user.securityToken);
      if (!answer.ok || asked !== latestSettings || stillHere(user) === undefined) return;
      if (!sameSettings(answer.value, config.webSettings)) keepSettings(user, answer.value);
    },
    async reloadUser() {
      const before = state.get();
      if (before.phase !== 'signedIn') return;
      const answer = await api.getProperties(before.user.securityToken);
      if (answer.ok) renew(before.user, { properties: { propertySet: [...answer.value] } });
    },
    passwordChanged(changed) {
      const before = state.get();
      if (before.phase !== 'signedIn') return;
      renew(before.user, changed);
      const { username } = before.user;
      if (autoLogin?.isOn() === true) void autoLogin.remember({ username, password: changed.password });
    },
  };
}

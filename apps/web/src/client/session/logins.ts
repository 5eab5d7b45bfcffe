import { deletionTimeIn, ERROR_CODES } from '@samtal/api-contract';
import type { ApiFailure } from '../ports/user-api.ts';
import type { VisitorLogin } from './kiosk-visit.ts';
import { loginFailureMessage } from './login-failure.ts';
import { pickSipServer } from './pick-sip-server.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionRecord } from './session-record.ts';
import {
  byPassword,
  byProvider,
  bySecondStep,
  byToken,
  isRefusedLogin,
  isSecondStep,
  type LoginAttempt,
  type StepAnswer,
  signIn,
} from './sign-in.ts';

/** The ways into a session. */
export type Logins = {
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
};

export function createLogins(
  {
    api,
    brand,
    memory,
    random = Math.random,
    autoLogin,
    mayEnterUnasked = true,
    isForVisitor = false,
  }: SessionOptions,
  record: SessionRecord,
): Logins & { readonly enterUnasked: () => Promise<void> } {
  const { state } = record;
  let hasBegun = false;

  /** Signs in; after a failure the user is signed out, and none of their data is kept (LOGIN-07). */
  async function enter(loginAttempt: LoginAttempt, isUnasked = false): Promise<ApiFailure | undefined> {
    const admitted = await signIn(api, loginAttempt);
    if (admitted.ok) {
      const { user } = admitted.value;
      const { settings } = record.signedIn(user, admitted.value.config);
      record.config = pickSipServer(admitted.value.config, settings, random);
      memory.begin();
      record.keep(user);
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

  return {
    enterUnasked,
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
  };
}

import { forgetAnonymousSettings } from './anonymous-settings.ts';
import { LOGOUT_KEY } from './session-memory.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionRecord } from './session-record.ts';
import type { SignedIn } from './signed-in.ts';
import { isAnonymous } from './user.ts';

/** The ways out of a session. */
export type Logouts = {
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
};

/**
 * The minimum time between two automatic logins after a session has ended. It prevents a loop when the server
 * keeps ending sessions.
 */
const RETURN_PAUSE_MS = 60 * 60 * 1000;

/** @param enterUnasked tries automatic login */
export function createLogouts(
  {
    api,
    brand,
    memory,
    localStore,
    now,
    stopCalling,
    leavePage = () => undefined,
    autoLogin,
    isForVisitor = false,
  }: SessionOptions,
  { state }: SessionRecord,
  enterUnasked: () => Promise<void>,
): Logouts {
  let returnedAt: number | undefined;

  /** @returns the address at which the provider ends its own session; undefined = there is none */
  async function leave(current: SignedIn): Promise<string | undefined> {
    state.set({ phase: 'signingOut', was: current });
    await stopCalling();
    const answer = await api.logout(current.user.securityToken);
    memory.empty();
    return answer.ok ? answer.value : undefined;
  }

  return {
    async logout() {
      const current = state.get();
      if (current.phase !== 'signedIn') return;
      // A visitor must not delete what this browser remembers about its usual user.
      if (!isForVisitor) {
        autoLogin?.forget();
        if (isAnonymous(current.user, brand)) forgetAnonymousSettings(localStore);
      }
      // The other tabs of this origin see the new value and log out too. It is written before the server answers:
      // if this tab is closed before that, and opened again later, it logs out as well.
      localStore.set(LOGOUT_KEY, String(now()));
      const signOutAt = await leave(current);
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
  };
}

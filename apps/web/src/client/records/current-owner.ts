import type { ApiResult } from '../ports/user-api.ts';
import type { Session, SessionState, SignedIn } from '../session/session.ts';
import type { HistoryOwner } from './history-owner.ts';
import type { HistoryStore } from './history-store.ts';

export type CurrentOwner = {
  readonly now: () => HistoryOwner | undefined;
  /** Runs `call` with the current user's store; without a user the result is 401. */
  readonly ask: <T>(call: (store: HistoryStore) => Promise<ApiResult<T>>) => Promise<ApiResult<T>>;
  /** Follows the session from now on, and calls `onChange` for each new user and after each logout. */
  readonly follow: (onChange: (owner: HistoryOwner | undefined, state: SessionState) => void) => void;
};

const signedOut: ApiResult<never> = { ok: false, status: 401 };

/** Tracks the user to whose history calls belong, once `follow` has been called. */
export function createCurrentOwner(
  session: Pick<Session, 'state'>,
  ownerOf: (signedIn: SignedIn) => HistoryOwner,
): CurrentOwner {
  let owner: HistoryOwner | undefined;
  return {
    now: () => owner,
    ask: async (call) => (owner === undefined ? signedOut : call(owner.store)),
    follow(onChange) {
      const update = (): void => {
        const state = session.state.get();
        // A call that the logout ends still belongs to the user who logs out.
        if (state.phase === 'signingOut') return;
        const before = owner;
        owner = state.phase === 'signedIn' ? ownerOf(state) : undefined;
        if (owner?.key === before?.key) return;
        before?.leave();
        onChange(owner, state);
      };
      session.state.subscribe(update);
      update();
    },
  };
}

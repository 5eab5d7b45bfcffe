import { CAPABILITY_KEYS, type ChangeEvent, valueOf } from '@samtal/api-contract';
import type { Session } from '../session/session.ts';
import type { User } from '../session/user.ts';

export type Change = ChangeEvent['kind'];

export type PushListener = {
  readonly onChange: (change: Change) => void;
  /** The line to the server is (again) there; what happened before has not been told. */
  readonly onOpened: () => void;
  readonly onLost: () => void;
};

/** The server tells at once what has changed in an account. Adapter: `api/push-events.ts`. */
export interface PushEvents {
  /**
   * Listens until the returned function is called.
   * @param account what the tabs of one account have in common
   */
  open(account: string, securityToken: string, listener: PushListener): () => void;
}

export type PushOptions = {
  readonly push: PushEvents;
  readonly session: Pick<Session, 'state'>;
  /** Calls the listener each minute while somebody is signed in. */
  readonly onMinute: (listener: () => void) => void;
  /** Fulfilled when the page is shown. */
  readonly untilShown: () => Promise<void>;
  /** What to do about a change of each kind. */
  readonly reactions: Readonly<Record<Change, () => void>>;
};

const MINUTES_UNUSED = 60;

/**
 * Keeps what is shown as it is in the account: told by the server where it can (SYS_EVENTS), or else, and as long as
 * the line to it is down, by asking for messages each minute. Whoever is here stays signed in.
 */
export function followChanges({ push, session, onMinute, untilShown, reactions }: PushOptions): void {
  let shownTo: string | undefined;
  let isLive = false;
  let close = (): void => undefined;

  const listener: PushListener = {
    onChange: (change) => reactions[change](),
    onOpened() {
      isLive = true;
      for (const react of Object.values(reactions)) react();
    },
    onLost() {
      isLive = false;
    },
  };
  const follow = (): void => {
    const state = session.state.get();
    const token = state.phase === 'signedIn' ? state.user.securityToken : undefined;
    if (token === shownTo) return;
    shownTo = token;
    isLive = false;
    close();
    close = () => undefined;
    if (state.phase === 'signedIn' && valueOf(state.user.capabilities, CAPABILITY_KEYS.events) === 'true')
      void openFor(state.user);
  };
  async function openFor({ uri, securityToken }: User): Promise<void> {
    await untilShown();
    if (securityToken === shownTo) close = push.open(uri, securityToken, listener);
  }
  session.state.subscribe(follow);
  follow();
  let minutes = 0;
  onMinute(() => {
    minutes += 1;
    if (!isLive) reactions.messages();
    // A session that nothing uses ends, and the line may be that of another tab, with a session of its own.
    if (minutes % MINUTES_UNUSED === 0) reactions.settings();
  });
}

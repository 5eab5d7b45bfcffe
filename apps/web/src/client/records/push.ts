import { CAPABILITY_KEYS, type ChangeEvent, valueOf } from '@samtal/api-contract';
import type { Session } from '../session/session.ts';
import type { User } from '../session/user.ts';

export type Change = ChangeEvent['kind'];

export type PushListener = {
  readonly onChange: (change: Change) => void;
  /**
   * The event stream is open, for the first time or again. Changes while it was closed have not been
   * reported.
   */
  readonly onOpened: () => void;
  readonly onLost: () => void;
};

/**
 * The event stream, by which the server reports changes in an account immediately. Adapter:
 * `api/push-events.ts`.
 */
export interface PushEvents {
  /**
   * Listens until the returned function is called.
   * @param account the same for all tabs of one account
   */
  open(account: string, securityToken: string, listener: PushListener): () => void;
}

export type PushOptions = {
  readonly push: PushEvents;
  readonly session: Pick<Session, 'state'>;
  /** Calls the listener each minute while a user is signed in. */
  readonly onMinute: (listener: () => void) => void;
  /** Resolves when the page is shown. */
  readonly untilShown: () => Promise<void>;
  /** The reaction to each kind of change. */
  readonly reactions: Readonly<Record<Change, () => void>>;
};

const MINUTES_UNUSED = 60;

/**
 * Keeps the shown data up to date: by the server's events, if the server offers them (SYS_EVENTS), and while
 * no event stream is open by loading the messages each minute. A request at least each hour keeps the
 * session alive.
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
    // A session without requests expires. An event stream does not prevent that, because it may
    // belong to another tab with its own session.
    if (minutes % MINUTES_UNUSED === 0) reactions.settings();
  });
}

import type { Message } from '@samtal/api-contract';
import type { Log } from '@samtal/call-core';
import type { Loaded } from '../people/people.ts';
import type { MessagesApi } from '../ports/messages-api.ts';
import type { ApiResult } from '../ports/user-api.ts';
import type { Session } from '../session/session.ts';
import { createStore, type Store } from '../store/store.ts';

/** The messages that callers left for the signed-in user. The list is emptied when the user changes. */
export type Messages = {
  /** The messages, newest first. */
  readonly list: Store<Loaded<readonly Message[]>>;
  /** The number of unread messages (NAV-04). */
  readonly unread: Store<number>;
  /** Loads the messages; resolves when `list` is up to date. If that fails, messages loaded before stay. */
  readonly load: () => Promise<void>;
  readonly markAsRead: (messageNumber: number) => Promise<ApiResult<void>>;
  /** Deletes a message; the list is then reloaded (MSG-07). */
  readonly deleteMessage: (messageNumber: number) => Promise<ApiResult<void>>;
  readonly deleteRead: () => Promise<ApiResult<void>>;
};

export type MessagesOptions = {
  readonly api: MessagesApi;
  readonly session: Pick<Session, 'state'>;
  readonly log: Pick<Log, 'warn'>;
};

export function createMessages({ api, session, log }: MessagesOptions): Messages {
  const list = createStore<Loaded<readonly Message[]>>({ phase: 'loading' });
  const unread = createStore(0);
  list.subscribe(() => {
    const now = list.get();
    unread.set(now.phase === 'ready' ? now.value.filter(({ read }) => !read).length : 0);
  });

  const personNow = () => {
    const state = session.state.get();
    return state.phase === 'signedIn' && state.features.messages ? state.user : undefined;
  };
  const ask = async <T>(call: (token: string) => Promise<ApiResult<T>>): Promise<ApiResult<T>> => {
    const token = personNow()?.securityToken;
    return token === undefined ? { ok: false, status: 401 } : call(token);
  };

  let latest = 0;
  async function load(): Promise<void> {
    latest += 1;
    const asked = latest;
    const token = personNow()?.securityToken;
    if (token === undefined) return;
    const result = await ask((now) => api.listMessages(now));
    if (asked !== latest || token !== personNow()?.securityToken) return;
    if (result.ok) return list.set({ phase: 'ready', value: result.value });
    log.warn('messages_not_loaded', { status: result.status });
    if (list.get().phase !== 'ready') list.set({ phase: 'failed' });
  }

  let shownTo: string | undefined;
  const follow = (): void => {
    const token = personNow()?.securityToken;
    if (token === shownTo) return;
    shownTo = token;
    list.set({ phase: 'loading' });
    void load();
  };
  session.state.subscribe(follow);
  follow();

  async function andReload(change: Promise<ApiResult<void>>): Promise<ApiResult<void>> {
    const result = await change;
    if (result.ok) await load();
    return result;
  }

  return {
    list,
    unread,
    load,
    async markAsRead(messageNumber) {
      const result = await ask((token) => api.markAsRead(token, messageNumber));
      const now = list.get();
      // Updates list and badge without loading the list again (MSG-05).
      if (result.ok && now.phase === 'ready') {
        const value = now.value.map((message) =>
          message.messageNumber === messageNumber ? { ...message, read: true } : message,
        );
        list.set({ phase: 'ready', value });
      }
      return result;
    },
    deleteMessage: (messageNumber) => andReload(ask((token) => api.deleteMessage(token, messageNumber))),
    deleteRead: () => andReload(ask((token) => api.deleteReadMessages(token))),
  };
}

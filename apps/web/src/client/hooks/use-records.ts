import { use } from 'react';
import type { CallHistory } from '../records/history.ts';
import type { Messages } from '../records/messages.ts';
import { createStore, useStore } from '../store/store.ts';
import { ClientContext } from './use-client.ts';

/** The messages that callers left for the signed-in user. */
export function useMessages(): Messages {
  const messages = use(ClientContext)?.messages;
  if (messages === undefined) throw new Error('used without messages');
  return messages;
}

/** The finished calls of the signed-in user. */
export function useCallHistory(): CallHistory {
  const history = use(ClientContext)?.history;
  if (history === undefined) throw new Error('used without a history');
  return history;
}

const none = createStore(0);

/** The number of unread messages (NAV-04); 0 if there is no mailbox. */
export const useUnreadMessages = (): number => useStore(use(ClientContext)?.messages?.unread ?? none);

/** The number of missed calls not yet seen in the history; 0 if there is no history. */
export const useMissedCalls = (): number => useStore(use(ClientContext)?.history?.missed ?? none);

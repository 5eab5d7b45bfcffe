import { use } from 'react';
import type { CallHistory } from '../records/history.ts';
import type { Messages } from '../records/messages.ts';
import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';
import { ClientContext } from './use-client.ts';

/** What callers have left for the signed-in person. */
export function useMessages(): Messages {
  const messages = use(ClientContext)?.messages;
  if (messages === undefined) throw new Error('used where there are no messages');
  return messages;
}

/** The finished calls of the signed-in person. */
export function useCallHistory(): CallHistory {
  const history = use(ClientContext)?.history;
  if (history === undefined) throw new Error('used where there is no history');
  return history;
}

const none = createStore(0);

/** How many messages have not been read (NAV-04); 0 where there is no mailbox. */
export const useUnreadMessages = (): number => useStore(use(ClientContext)?.messages?.unread ?? none);

/** How many calls were missed that nobody has seen in the history; 0 where there is none. */
export const useMissedCalls = (): number => useStore(use(ClientContext)?.history?.missed ?? none);

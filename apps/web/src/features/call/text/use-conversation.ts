import { type Conversation, emptyConversation } from '@samtal/realtime-text';
import { use, useMemo } from 'react';
import { ClientContext } from '../../../client/hooks/use-client.ts';
import type { Store } from '../../../client/store/store.ts';

/** The conversation in order of arrival (RTT-14); a store, so that a letter renders only its readers. */
export function useConversation(): Store<Conversation> {
  const client = use(ClientContext)?.client;
  return useMemo(
    () => ({
      get: () => client?.getState().text.words ?? emptyConversation,
      subscribe: (listener) => client?.subscribe(listener) ?? (() => undefined),
    }),
    [client],
  );
}

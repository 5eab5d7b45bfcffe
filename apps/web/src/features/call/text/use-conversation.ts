import type { TextState } from '@samtal/call-core';
import { authorWrote, type Conversation, emptyConversation } from '@samtal/realtime-text';
import { use, useEffect, useState } from 'react';
import { createStore, type Store } from '../../../client/store.ts';
import { ClientContext } from '../../../client/use-client.ts';

/**
 * The words of a call in the order they came, kept while the text panel is hidden as well (RTT-14). A store, so that a
 * letter renders only who reads it.
 */
export function useConversation(): Store<Conversation> {
  const client = use(ClientContext)?.client;
  const [conversation] = useState(() => createStore(emptyConversation));
  useEffect(() => {
    if (client === undefined) return;
    let noted: TextState | undefined;
    const note = (): void => {
      const { text } = client.getState();
      // Most events are none of the text's.
      if (text === noted) return;
      noted = text;
      const { incoming, incomingCut, outbox } = text;
      const heard = authorWrote(conversation.get(), 'other', incoming, incomingCut);
      conversation.set(authorWrote(heard, 'own', outbox.target));
    };
    note();
    return client.subscribe(note);
  }, [client, conversation]);
  return conversation;
}

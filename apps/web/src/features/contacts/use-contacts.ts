import type { Contact } from '@samtal/api-contract';
import { useCallback, useEffect, useState } from 'react';
import { usePeople } from '../../client/hooks/use-client.ts';
import type { Loaded } from '../../client/people/people.ts';
import { useStore } from '../../client/store/store.ts';

/** The address book, loaded again each time a page that shows it opens. */
export function useContacts(): Loaded<readonly Contact[]> {
  const people = usePeople();
  useEffect(() => void people.loadContacts(), [people]);
  return useStore(people.contacts);
}

/** The contact with this id, such as 7 in the path `/contacts/edit/7`; undefined = it does not exist. */
export function useContact(id: string): Loaded<Contact | undefined> {
  const contacts = useContacts();
  if (contacts.phase !== 'ready') return contacts;
  return { phase: 'ready', value: contacts.value.find((contact) => contact.id === id) };
}

export type ContactSearch = {
  readonly shown: Loaded<readonly Contact[]>;
  /** The search text whose result is in `shown`; '' = all contacts. */
  readonly words: string;
  /** The search text that the user gave last; its result may still be loading. */
  readonly asked: string;
  readonly search: (words: string) => void;
  readonly retry: () => void;
};

/** The address book, or the server's search result (CONTACT-13, CONTACT-14, A-094). */
export function useContactSearch(): ContactSearch {
  const people = usePeople();
  const all = useStore(people.contacts);
  // An object, so that `retry` with the same text is a new search.
  const [question, ask] = useState({ words: '' });
  const [found, setFound] = useState<{ words: string; list: Loaded<readonly Contact[]> }>();
  useEffect(() => {
    const { words } = question;
    if (words === '') {
      void people.loadContacts();
      return undefined;
    }
    let latest = 0;
    const find = async (): Promise<void> => {
      latest += 1;
      const asked = latest;
      const result = await people.searchContacts(words);
      if (asked !== latest) return;
      setFound({ words, list: result.ok ? { phase: 'ready', value: result.value } : { phase: 'failed' } });
    };
    void find();
    // A change of the address book may change the result.
    const stop = people.contacts.subscribe(() => void find());
    return () => {
      latest += 1;
      stop();
    };
  }, [people, question]);
  const search = useCallback(
    (words: string) => ask((before) => (before.words === words ? before : { words })),
    [ask],
  );
  const isSearching = question.words !== '' && found !== undefined;
  return {
    shown: isSearching ? found.list : all,
    words: isSearching ? found.words : '',
    asked: question.words,
    search,
    retry: () => ask({ ...question }),
  };
}

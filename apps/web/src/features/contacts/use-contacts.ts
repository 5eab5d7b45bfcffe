import type { Contact } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import type { Loaded } from '../../client/people.ts';
import { usePeople } from '../../client/use-client.ts';
import { useStore } from '../../client/use-store.ts';

/** Everybody in the address book, asked for again when the page is entered. */
export function useContacts(): Loaded<readonly Contact[]> {
  const people = usePeople();
  useEffect(() => void people.loadContacts(), [people]);
  return useStore(people.contacts);
}

/** The contact of an address such as `/contacts/edit/7`. */
export function useContact(id: string): Loaded<Contact | undefined> {
  const contacts = useContacts();
  if (contacts.phase !== 'ready') return contacts;
  return { phase: 'ready', value: contacts.value.find((contact) => contact.id === id) };
}

export type ContactSearch = {
  readonly shown: Loaded<readonly Contact[]>;
  /** What `shown` was looked for with; '' = everybody. */
  readonly words: string;
  readonly search: (words: string) => void;
  readonly retry: () => void;
};

/** The address book, or what the server finds in it (CONTACT-13, CONTACT-14, A-094). */
export function useContactSearch(): ContactSearch {
  const people = usePeople();
  const all = useStore(people.contacts);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<{ words: string; list: Loaded<readonly Contact[]> }>();
  useEffect(() => {
    if (words === '') void people.loadContacts();
  }, [people, words]);
  useEffect(() => {
    if (words === '') return undefined;
    let latest = 0;
    const find = async (): Promise<void> => {
      latest += 1;
      const asked = latest;
      const result = await people.searchContacts(words);
      if (asked !== latest) return;
      setFound({ words, list: result.ok ? { phase: 'ready', value: result.value } : { phase: 'failed' } });
    };
    void find();
    // What has been changed meanwhile changes what is found.
    const stop = people.contacts.subscribe(() => void find());
    return () => {
      latest += 1;
      stop();
    };
  }, [people, words]);
  const isSearching = words !== '' && found !== undefined;
  return {
    shown: isSearching ? found.list : all,
    words: isSearching ? found.words : '',
    search: setWords,
    retry: () => void people.loadContacts(),
  };
}

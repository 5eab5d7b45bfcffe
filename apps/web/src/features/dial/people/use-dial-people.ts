import type { Contact, DirectoryEntry, Features, HistoryEntry, Service } from '@samtal/api-contract';
import type { ClientState } from '@samtal/call-core';
import { use, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientContext, useClient, useKnownNames } from '../../../client/hooks/use-client.ts';
import { type Findable, findablesOf } from '../../../client/people/find/findable.ts';
import { createFinder, type Finder } from '../../../client/people/find/finder.ts';
import type { Directory, Loaded } from '../../../client/people/people.ts';
import { createStore, type Store, useStore } from '../../../client/store/store.ts';
import { type RecentPerson, recentPeople } from './recent-people.ts';

export type DialPeople = {
  readonly contacts: readonly Contact[];
  readonly services: readonly Service[];
  readonly recents: readonly RecentPerson[];
  readonly all: readonly Findable[];
  readonly find: Finder;
  /** Whether a list with saved names is still being loaded. */
  readonly isLoading: boolean;
  /** The domain of the user's own address. */
  readonly ownDomain: string;
};

const noContacts: readonly Contact[] = [];
const noServices: readonly Service[] = [];
const noEntries: readonly DirectoryEntry[] = [];
const noCalls = createStore<readonly HistoryEntry[]>([]);
const notLoaded = createStore<Loaded<never>>({ phase: 'loading' });

/** The domain of an address; of several addresses in one, that of the first (DIAL-11). */
const ownDomainOf = ({ settings }: ClientState): string =>
  settings?.account.address.split('|', 1)[0]?.split('@').at(-1) ?? '';

const valueOf = <T>(loaded: Loaded<T>): T | undefined =>
  loaded.phase === 'ready' ? loaded.value : undefined;

const useLoaded = <T>(store: Store<Loaded<T>> | undefined): Loaded<T> =>
  useStore<Loaded<T>>(store ?? notLoaded);

export type DialFeatures = Pick<Features, 'contacts' | 'services' | 'directory' | 'history'>;

/**
 * The people and services of the dial page. The directory is loaded when the user begins to type; contacts
 * and services are loaded at the login.
 */
export function useDialPeople(features: DialFeatures, isTyping: boolean): DialPeople {
  const { i18n } = useTranslation();
  const running = use(ClientContext);
  const ownDomain = useClient(ownDomainOf);
  const names = useKnownNames();
  const contactList = useLoaded(running?.people?.contacts);
  const serviceList = useLoaded(running?.people?.services);
  const directoryList = useLoaded<Directory>(running?.people?.directory);
  const contacts = valueOf(contactList) ?? noContacts;
  const services = valueOf(serviceList) ?? noServices;
  const directory = valueOf(directoryList);
  const isLoading =
    (features.contacts && contactList.phase === 'loading') ||
    (features.services && serviceList.phase === 'loading') ||
    (features.directory && directoryList.phase === 'loading');
  const calls = useStore(running?.history?.recent.list ?? noCalls);

  const history = features.history ? running?.history : undefined;
  useEffect(() => void history?.recent.load(), [history]);
  const people = features.directory ? running?.people : undefined;
  const isDirectoryDue = isTyping && directory === undefined;
  useEffect(() => {
    if (isDirectoryDue) void people?.loadDirectory();
  }, [people, isDirectoryDue]);

  const recents = useSame(useMemo(() => recentPeople(calls, names), [calls, names]));
  const all = useMemo(
    () => findablesOf({ contacts, services, directory: directory?.entries ?? noEntries, recents }, ownDomain),
    [contacts, services, directory, recents, ownDomain],
  );
  const find = useMemo(() => createFinder(all, i18n.language), [all, i18n.language]);
  return { contacts, services, recents, all, find, isLoading, ownDomain };
}

/**
 * `value`, or the earlier one with the same content: names and pictures that arrive while the user types do not
 * build the index of all people again.
 */
function useSame<T>(value: T): T {
  const [kept, keep] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  keep(value);
  return value;
}

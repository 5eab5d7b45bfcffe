import type { Contact, DirectoryEntry, Service } from '@samtal/api-contract';
import type { ClientState } from '@samtal/call-core';
import { use, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Findable, type FindableLists, findablesOf } from '../people/find/findable.ts';
import { createFinder, type Finder } from '../people/find/finder.ts';
import type { Directory, Loaded } from '../people/people.ts';
import { createStore, type Store, useStore } from '../store/store.ts';
import { ClientContext, useClient } from './use-client.ts';

const noContacts: readonly Contact[] = [];
const noServices: readonly Service[] = [];
const noEntries: readonly DirectoryEntry[] = [];
const notLoaded = createStore<Loaded<never>>({ phase: 'loading' });

/** The domain of an address. Where a service has several addresses in one text, the domain of the first (DIAL-11). */
const ownDomainOf = ({ settings }: ClientState): string =>
  settings?.account.address.split('|', 1)[0]?.split('@').at(-1) ?? '';

const useLoaded = <T>(store: Store<Loaded<T>> | undefined): Loaded<T> =>
  useStore<Loaded<T>>(store ?? notLoaded);

const valueOf = <T>(loaded: Loaded<T>): T | undefined =>
  loaded.phase === 'ready' ? loaded.value : undefined;

export type Findables = {
  readonly contacts: readonly Contact[];
  readonly services: readonly Service[];
  /** For each list whether it is being loaded, is loaded, or could not be loaded. */
  readonly phases: Readonly<Record<'contacts' | 'services' | 'directory', Loaded<unknown>['phase']>>;
  readonly all: readonly Findable[];
  readonly find: Finder;
  /** The domain of the user's own address. */
  readonly ownDomain: string;
};

/**
 * The people and services that the user can call, as far as they are loaded.
 * @param wantsDirectory asks for the directory; contacts and services are loaded at the login
 */
export function useFindables(wantsDirectory: boolean, recents: FindableLists['recents']): Findables {
  const { i18n } = useTranslation();
  const people = use(ClientContext)?.people;
  const ownDomain = useClient(ownDomainOf);
  const contactList = useLoaded(people?.contacts);
  const serviceList = useLoaded(people?.services);
  const directoryList = useLoaded<Directory>(people?.directory);
  const contacts = valueOf(contactList) ?? noContacts;
  const services = valueOf(serviceList) ?? noServices;
  const directory = valueOf(directoryList);
  const isDirectoryDue = wantsDirectory && directory === undefined;
  useEffect(() => {
    if (isDirectoryDue) void people?.loadDirectory();
  }, [people, isDirectoryDue]);
  const all = useMemo(
    () => findablesOf({ contacts, services, directory: directory?.entries ?? noEntries, recents }, ownDomain),
    [contacts, services, directory, recents, ownDomain],
  );
  const find = useMemo(() => createFinder(all, i18n.language), [all, i18n.language]);
  const phases = { contacts: contactList.phase, services: serviceList.phase, directory: directoryList.phase };
  return { contacts, services, phases, all, find, ownDomain };
}

import type { Contact, DirectoryEntry, Service } from '@samtal/api-contract';
import type { ClientState } from '@samtal/call-core';
import { use, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientContext, useClient } from '../../../client/hooks/use-client.ts';
import { type Findable, findablesOf } from '../../../client/people/find/findable.ts';
import { createFinder, type Finder } from '../../../client/people/find/finder.ts';
import type { Directory, Loaded } from '../../../client/people/people.ts';
import { createStore, type Store, useStore } from '../../../client/store/store.ts';

const noContacts: readonly Contact[] = [];
const noServices: readonly Service[] = [];
const noEntries: readonly DirectoryEntry[] = [];
const notLoaded = createStore<Loaded<never>>({ phase: 'loading' });

/** The domain of an address; of several addresses in one, that of the first (DIAL-11). */
const ownDomainOf = ({ settings }: ClientState): string =>
  settings?.account.address.split('|', 1)[0]?.split('@').at(-1) ?? '';

function useLoaded<T>(store: Store<Loaded<T>> | undefined): T | undefined {
  const loaded = useStore<Loaded<T>>(store ?? notLoaded);
  return loaded.phase === 'ready' ? loaded.value : undefined;
}

export type Targets = {
  readonly all: readonly Findable[];
  readonly find: Finder;
  readonly ownDomain: string;
};

/** The targets of a transfer: contacts, services and the directory, as on the dial page. */
export function useTargets(hasDirectory: boolean): Targets {
  const { i18n } = useTranslation();
  const people = use(ClientContext)?.people;
  const ownDomain = useClient(ownDomainOf);
  const contacts = useLoaded(people?.contacts) ?? noContacts;
  const services = useLoaded(people?.services) ?? noServices;
  const directory: Directory | undefined = useLoaded(people?.directory);
  const isDue = hasDirectory && directory === undefined;
  useEffect(() => {
    if (isDue) void people?.loadDirectory();
  }, [isDue, people]);
  const all = useMemo(
    () =>
      findablesOf({ contacts, services, directory: directory?.entries ?? noEntries, recents: [] }, ownDomain),
    [contacts, services, directory, ownDomain],
  );
  const find = useMemo(() => createFinder(all, i18n.language), [all, i18n.language]);
  return { all, find, ownDomain };
}

import type { Contact, ContactDraft, DirectoryEntry, DirectoryGroup, Service } from '@samtal/api-contract';
import type { Clock, Log } from '@samtal/call-core';
import type { PeopleApi } from '../ports/people-api.ts';
import type { ApiResult } from '../ports/user-api.ts';
import type { Session } from '../session/session.ts';
import { createStore, type Store, type WritableStore } from '../store/store.ts';
import { createColleagues } from './colleagues.ts';
import {
  type KnownNames,
  type KnownPeople,
  knownPeopleOf,
  namesOf,
  nobodyKnown,
  noPeopleKnown,
} from './known-names.ts';

/** Data from the server, and whether it is loaded. */
export type Loaded<T> =
  | { readonly phase: 'loading' }
  /** Loading failed, and nothing was loaded before; earlier data stays `ready`. */
  | { readonly phase: 'failed' }
  | { readonly phase: 'ready'; readonly value: T };

export type Directory = {
  readonly entries: readonly DirectoryEntry[];
  readonly types: readonly DirectoryGroup[];
  readonly categories: readonly DirectoryGroup[];
};

/** The people and services that the signed-in user can call. The lists are emptied when the user changes. */
export type People = {
  readonly contacts: Store<Loaded<readonly Contact[]>>;
  readonly services: Store<Loaded<readonly Service[]>>;
  readonly directory: Store<Loaded<Directory>>;
  readonly knownPeople: Store<KnownPeople>;
  readonly knownNames: Store<KnownNames>;
  /** Asks the organisation for the names of addresses that are not known yet (decision D61). */
  readonly learnNames: (addresses: readonly string[]) => void;
  /** Asks for the name and the picture of the other end of a call that begins, also if they are known. */
  readonly learnOfCall: (address: string) => void;
  /**
   * Asks for the name and the picture behind an address on the screen, once the screen stands still; the
   * returned function withdraws that (decision D67).
   */
  readonly learnShown: (address: string) => () => void;
  /** Calls `then` when the name of an address is known, or will not be known soon. */
  readonly whenNamed: (address: string, then: () => void) => () => void;
  readonly loadContacts: () => Promise<void>;
  readonly loadServices: () => Promise<void>;
  readonly loadDirectory: () => Promise<void>;
  /** Repeats failed and pending requests for lists; to be called when the connection is back. */
  readonly askAgain: () => void;
  /** Loads the contacts again; to be called when they were changed on another device or in another tab. */
  readonly contactsChanged: () => void;
  /** The contacts that the server finds for these words (CONTACT-14, A-094). */
  readonly searchContacts: (words: string) => Promise<ApiResult<readonly Contact[]>>;
  /** Stores a new contact, or with `id` the changes of an existing one; then reloads the list. */
  readonly saveContact: (draft: ContactDraft, id?: string) => Promise<ApiResult<void>>;
  /**
   * Stores a picture (see `toUpload`) of the user or of a contact, or removes it with `undefined`; then reloads
   * the contacts (decision D67).
   */
  readonly setPicture: (picture: string | undefined, contactId?: string) => Promise<ApiResult<void>>;
  readonly deleteContact: (id: string) => Promise<ApiResult<void>>;
  /**
   * Runs `work`, which stores many new contacts with the function that it gets; the list is loaded once, at the
   * end. When another user has logged in meanwhile, that function stores nothing.
   */
  readonly addMany: <T>(
    work: (add: (draft: ContactDraft) => Promise<ApiResult<void>>) => Promise<T>,
  ) => Promise<T>;
};

export type PeopleOptions = {
  readonly api: PeopleApi;
  readonly session: Pick<Session, 'state'>;
  readonly log: Pick<Log, 'warn'>;
  readonly clock: Clock;
  /** Resolves when the page is shown; only then the names for incoming calls are loaded. */
  readonly untilShown: () => Promise<void>;
};

/** Whether two answers are equal: an unchanged list of ten thousand rows must not render again. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const signedOut: ApiResult<never> = { ok: false, status: 401 };

export function createPeople({ api, session, log, clock, untilShown }: PeopleOptions): People {
  const contacts = createStore<Loaded<readonly Contact[]>>({ phase: 'loading' });
  const services = createStore<Loaded<readonly Service[]>>({ phase: 'loading' });
  const directory = createStore<Loaded<Directory>>({ phase: 'loading' });
  const knownPeople = createStore<KnownPeople>(noPeopleKnown);
  const knownNames = createStore<KnownNames>(nobodyKnown);

  const tokenNow = (): string | undefined => {
    const now = session.state.get();
    return now.phase === 'signedIn' ? now.user.securityToken : undefined;
  };
  const ask = async <T>(call: (token: string) => Promise<ApiResult<T>>): Promise<ApiResult<T>> => {
    const token = tokenNow();
    return token === undefined ? signedOut : call(token);
  };

  const retries: (() => void)[] = [];
  /**
   * Returns a function that loads a list into `store`. Only the answer to the latest request is used, and
   * only if the same user is still signed in.
   */
  function loader<T>(
    name: string,
    store: WritableStore<Loaded<T>>,
    call: (token: string) => Promise<ApiResult<T>>,
  ): () => Promise<void> {
    let latest = 0;
    let pending = 0;
    const load = async (): Promise<void> => {
      latest += 1;
      const asked = latest;
      const token = tokenNow();
      if (store.get().phase === 'failed') store.set({ phase: 'loading' });
      pending += 1;
      const result = await ask(call);
      pending -= 1;
      if (asked !== latest || token !== tokenNow()) return;
      const before = store.get();
      if (result.ok) {
        if (before.phase !== 'ready' || !isSame(before.value, result.value))
          store.set({ phase: 'ready', value: result.value });
        return;
      }
      log.warn('list_not_loaded', { name, status: result.status });
      if (before.phase !== 'ready') store.set({ phase: 'failed' });
    };
    // A pending request may have been sent before the connection was back.
    retries.push(() => {
      if (pending > 0 || store.get().phase === 'failed') void load();
    });
    return load;
  }

  const loadContacts = loader('contacts', contacts, (token) => api.searchContacts(token, '%'));
  const loadServices = loader('services', services, (token) => api.getServices(token));
  const loadDirectory = loader('directory', directory, async (token): Promise<ApiResult<Directory>> => {
    const [entries, types, categories] = await Promise.all([
      api.getDirectory(token),
      api.getDirectoryTypes(token),
      api.getDirectoryCategories(token),
    ]);
    if (!entries.ok) return entries;
    if (!types.ok) return types;
    if (!categories.ok) return categories;
    const value = { entries: entries.value, types: types.value, categories: categories.value };
    return { ok: true, value };
  });

  const colleagues = createColleagues({
    ask() {
      const now = session.state.get();
      if (now.phase !== 'signedIn' || !now.features.colleagueNames) return undefined;
      return (addresses) => api.getNames(now.user.securityToken, addresses);
    },
    clock,
    log,
  });
  const updateNames = (): void => {
    const known = contacts.get();
    const offered = services.get();
    knownPeople.set(
      knownPeopleOf(
        known.phase === 'ready' ? known.value : [],
        offered.phase === 'ready' ? offered.value : [],
        colleagues.names.get(),
      ),
    );
    knownNames.set(namesOf(knownPeople.get()));
  };
  for (const store of [contacts, services, colleagues.names]) store.subscribe(updateNames);

  let shownTo: string | undefined;
  const follow = (): void => {
    const token = tokenNow();
    if (token === shownTo) return;
    shownTo = token;
    colleagues.forget();
    for (const store of [contacts, services, directory]) store.set({ phase: 'loading' });
    if (token !== undefined) void loadNames(token);
  };
  /** Loads contacts and services, so that incoming calls show the user's own name for the caller. */
  async function loadNames(token: string): Promise<void> {
    await untilShown();
    const now = session.state.get();
    if (now.phase !== 'signedIn' || token !== shownTo) return;
    if (now.features.contacts) void loadContacts();
    if (now.features.services) void loadServices();
  }
  session.state.subscribe(follow);
  follow();

  /**
   * Reloads the contacts after a successful change, so that the list contains it when the result is returned.
   */
  async function andReload(change: Promise<ApiResult<void>>): Promise<ApiResult<void>> {
    const result = await change;
    if (result.ok) await loadContacts();
    return result;
  }

  let isAddingMany = false;
  async function addMany<T>(
    work: (add: (draft: ContactDraft) => Promise<ApiResult<void>>) => Promise<T>,
  ): Promise<T> {
    isAddingMany = true;
    const owner = tokenNow();
    const result = await work(async (draft) =>
      owner === tokenNow() ? ask((token) => api.addContact(token, draft)) : signedOut,
    );
    isAddingMany = false;
    await loadContacts();
    return result;
  }

  return {
    contacts,
    services,
    directory,
    knownPeople,
    knownNames,
    learnNames: colleagues.learn,
    learnOfCall: colleagues.learnOfCall,
    learnShown: colleagues.learnShown,
    whenNamed: colleagues.whenLearned,
    loadContacts,
    loadServices,
    loadDirectory,
    askAgain() {
      for (const retry of retries) retry();
    },
    contactsChanged() {
      // Contacts that are being added in bulk are loaded once, at the end.
      if (!isAddingMany && session.state.get().phase === 'signedIn') void loadContacts();
    },
    searchContacts: (words) => ask((token) => api.searchContacts(token, words)),
    saveContact: (draft, id) =>
      andReload(
        ask((token) =>
          id === undefined ? api.addContact(token, draft) : api.updateContact(token, id, draft),
        ),
      ),
    setPicture: (picture, contactId) =>
      contactId === undefined
        ? ask((token) => api.setPicture(token, picture, undefined))
        : andReload(ask((token) => api.setPicture(token, picture, contactId))),
    deleteContact: (id) => andReload(ask((token) => api.deleteContact(token, id))),
    addMany,
  };
}

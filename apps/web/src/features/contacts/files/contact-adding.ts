import type { ContactDraft } from '@samtal/api-contract';
import type { People } from '../../../client/people/people.ts';
import { createStore, type Store } from '../../../client/store/store.ts';
import { type AddedContacts, addContacts } from './add-contacts.ts';

export type AddingState =
  | { readonly phase: 'adding'; readonly added: number; readonly total: number }
  | { readonly phase: 'done'; readonly result: AddedContacts };

/** An import, which continues when the user opens another page. */
export type ContactAdding = { readonly state: Store<AddingState>; readonly stop: () => void };

type UnderWay = { readonly account: string; readonly adding: ContactAdding };

/** The running import into each address book; there is one at most. */
const underWay = new WeakMap<People, UnderWay>();

/** The running import of this account; undefined = none. */
export function addingFor(people: People, account: string): ContactAdding | undefined {
  const found = underWay.get(people);
  return found?.account === account ? found.adding : undefined;
}

export function startAdding(people: People, account: string, drafts: readonly ContactDraft[]): ContactAdding {
  const stopping = new AbortController();
  const total = drafts.length;
  const state = createStore<AddingState>({ phase: 'adding', added: 0, total });
  const adding = { state, stop: () => stopping.abort() };
  underWay.set(people, { account, adding });
  async function add(): Promise<void> {
    const result = await addContacts(people, drafts, {
      onProgress: (added) => state.set({ phase: 'adding', added, total }),
      signal: stopping.signal,
    });
    underWay.delete(people);
    state.set({ phase: 'done', result });
  }
  void add();
  return adding;
}

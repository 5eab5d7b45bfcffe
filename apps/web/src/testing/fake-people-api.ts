import type { Contact, ContactDraft } from '@samtal/api-contract';
import type { PeopleApi } from '../client/ports/people-api.ts';
import type { ApiResult } from '../client/ports/user-api.ts';

/** A contact with the given fields; the others are empty. */
export const contact = (given: Partial<Contact> & Pick<Contact, 'id'>): Contact => ({
  fname: '',
  sname: '',
  sipaddress: '',
  email: '',
  address: '',
  postNr: '',
  city: '',
  imageUrl: '',
  ...given,
});

/** A people API over a list of contacts, which records its calls. */
export type FakePeopleApi = PeopleApi & {
  readonly calls: readonly string[];
  readonly contacts: () => readonly Contact[];
};

export function createFakePeopleApi(
  initial: readonly Contact[] = [],
  answers: Partial<PeopleApi> = {},
): FakePeopleApi {
  const calls: string[] = [];
  let kept = [...initial];
  const good: PeopleApi = {
    getServices: () => answer([]),
    searchContacts: (_token, words) =>
      answer(
        words === '%'
          ? kept
          : kept.filter((one) =>
              `${one.fname} ${one.sname} ${one.sipaddress}`.toLowerCase().includes(words.toLowerCase()),
            ),
      ),
    addContact(_token, draft: ContactDraft) {
      kept = [...kept, { ...draft, id: String(kept.length + 1), imageUrl: '' }];
      return answer(undefined);
    },
    updateContact(_token, id, draft) {
      kept = kept.map((one) => (one.id === id ? { ...one, ...draft } : one));
      return answer(undefined);
    },
    deleteContact(_token, id) {
      kept = kept.filter((one) => one.id !== id);
      return answer(undefined);
    },
    getNames: () => answer([]),
    setPicture(_token, picture, contactId) {
      const imageUrl = picture === undefined ? '' : `data:image/jpeg;base64,${picture}`;
      kept = kept.map((one) => (one.id === contactId ? { ...one, imageUrl } : one));
      return answer(undefined);
    },
    getDirectory: () => answer([]),
    getDirectoryTypes: () => answer([]),
    getDirectoryCategories: () => answer([]),
  };
  const used = { ...good, ...answers };
  const noted =
    <Given extends unknown[], Result>(name: string, ask: (...given: Given) => Promise<Result>) =>
    (...given: Given) => {
      // The first argument is the session token.
      const words = given.slice(1).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
      calls.push([name, ...words].join(' '));
      return ask(...given);
    };
  return {
    calls,
    contacts: () => kept,
    getServices: noted('getServices', used.getServices),
    searchContacts: noted('searchContacts', used.searchContacts),
    addContact: noted('addContact', used.addContact),
    updateContact: noted('updateContact', used.updateContact),
    deleteContact: noted('deleteContact', used.deleteContact),
    getNames: noted('getNames', used.getNames),
    setPicture: noted('setPicture', used.setPicture),
    getDirectory: noted('getDirectory', used.getDirectory),
    getDirectoryTypes: noted('getDirectoryTypes', used.getDirectoryTypes),
    getDirectoryCategories: noted('getDirectoryCategories', used.getDirectoryCategories),
  };
}

const answer = async <T>(value: T): Promise<ApiResult<T>> => ({ ok: true, value });

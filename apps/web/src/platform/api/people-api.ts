import {
  contactListAnswerSchema,
  contactsOf,
  directoryAnswerSchema,
  directoryCategoriesAnswerSchema,
  directoryTypesAnswerSchema,
  namesAnswerSchema,
  PATHS,
  serviceListAnswerSchema,
  servicesOf,
} from '@samtal/api-contract';
import type { PeopleApi } from '../../client/ports/people-api.ts';
import type { ApiResult } from '../../client/ports/user-api.ts';
import { type ApiRequest, anyAnswer, jsonPost } from './api-request.ts';

async function mapped<From, To>(
  asked: Promise<ApiResult<From>>,
  map: (value: From) => To,
): Promise<ApiResult<To>> {
  const result = await asked;
  return result.ok ? { ok: true, value: map(result.value) } : result;
}

/** The contacts, the services and the business directory over HTTP. */
export function createPeopleApi(ask: ApiRequest): PeopleApi {
  return {
    getServices: (securityToken) =>
      mapped(ask(PATHS.services, serviceListAnswerSchema, { securityToken }), servicesOf),
    searchContacts: (securityToken, searchString) =>
      mapped(
        ask(PATHS.searchContacts, contactListAnswerSchema, { query: { searchString }, securityToken }),
        contactsOf,
      ),
    addContact: (securityToken, draft) =>
      ask(PATHS.addContact, anyAnswer, { init: jsonPost(draft), securityToken }),
    updateContact: (securityToken, id, draft) =>
      ask(PATHS.updateContact, anyAnswer, { init: jsonPost({ id, ...draft }), securityToken }),
    deleteContact: (securityToken, id) =>
      ask(PATHS.deleteContact, anyAnswer, { query: { phonebookId: id }, securityToken }),
    getNames: (securityToken, addresses) =>
      mapped(
        ask(PATHS.names, namesAnswerSchema, { init: jsonPost({ addresses }), securityToken }),
        ({ names }) => names,
      ),
    setPicture(securityToken, picture, contactId) {
      const path =
        contactId === undefined
          ? PATHS.ownPicture
          : `${PATHS.contactPictures}/${encodeURIComponent(contactId)}`;
      const init = picture === undefined ? { method: 'DELETE' } : jsonPost({ picture });
      return ask(path, anyAnswer, { init, securityToken });
    },
    getDirectory: (securityToken) =>
      mapped(ask(PATHS.directory, directoryAnswerSchema, { securityToken }), ({ directory }) => directory),
    getDirectoryTypes: (securityToken) =>
      mapped(ask(PATHS.directoryTypes, directoryTypesAnswerSchema, { securityToken }), ({ types }) => types),
    getDirectoryCategories: (securityToken) =>
      mapped(
        ask(PATHS.directoryCategories, directoryCategoriesAnswerSchema, { securityToken }),
        ({ categories }) => categories,
      ),
  };
}

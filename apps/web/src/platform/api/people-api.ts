import {
  contactListAnswerSchema,
  contactsOf,
  directoryAnswerSchema,
  directoryCategoriesAnswerSchema,
  directoryTypesAnswerSchema,
  PATHS,
  SECURITY_TOKEN,
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
  const of = (securityToken: string) => ({ [SECURITY_TOKEN]: securityToken });
  return {
    getServices: (token) => mapped(ask(PATHS.services, serviceListAnswerSchema, {}, of(token)), servicesOf),
    searchContacts: (token, searchString) =>
      mapped(
        ask(PATHS.searchContacts, contactListAnswerSchema, {}, { ...of(token), searchString }),
        contactsOf,
      ),
    addContact: (token, draft) => ask(PATHS.addContact, anyAnswer, jsonPost(draft), of(token)),
    updateContact: (token, id, draft) =>
      ask(PATHS.updateContact, anyAnswer, jsonPost({ id, ...draft }), of(token)),
    deleteContact: (token, id) => ask(PATHS.deleteContact, anyAnswer, {}, { ...of(token), phonebookId: id }),
    getDirectory: (token) =>
      mapped(ask(PATHS.directory, directoryAnswerSchema, {}, of(token)), ({ directory }) => directory),
    getDirectoryTypes: (token) =>
      mapped(ask(PATHS.directoryTypes, directoryTypesAnswerSchema, {}, of(token)), ({ types }) => types),
    getDirectoryCategories: (token) =>
      mapped(
        ask(PATHS.directoryCategories, directoryCategoriesAnswerSchema, {}, of(token)),
        ({ categories }) => categories,
      ),
  };
}

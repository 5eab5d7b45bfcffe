import type {
  Contact,
  ContactDraft,
  DirectoryEntry,
  DirectoryGroup,
  NamedAddress,
  Service,
} from '@samtal/api-contract';
import type { ApiResult } from './user-api.ts';

/**
 * The people and services that can be called, as stored on the server (docs/requirements.md 3.2, API-18 …
 * API-21, API-26, API-27). No function throws, no promise rejects.
 */
export interface PeopleApi {
  getServices(securityToken: string): Promise<ApiResult<readonly Service[]>>;
  /** @param searchString '%' matches every contact (CONTACT-13) */
  searchContacts(securityToken: string, searchString: string): Promise<ApiResult<readonly Contact[]>>;
  addContact(securityToken: string, draft: ContactDraft): Promise<ApiResult<void>>;
  updateContact(securityToken: string, id: string, draft: ContactDraft): Promise<ApiResult<void>>;
  deleteContact(securityToken: string, id: string): Promise<ApiResult<void>>;
  /** The organisation's names for addresses, at most `NAMES_PER_REQUEST` of them (decision D61). */
  getNames(securityToken: string, addresses: readonly string[]): Promise<ApiResult<readonly NamedAddress[]>>;
  /**
   * Stores a picture as base64 of a JPEG file, or removes it with `undefined` (decision D67).
   * @param contactId undefined = the user's own picture
   */
  setPicture(
    securityToken: string,
    picture: string | undefined,
    contactId: string | undefined,
  ): Promise<ApiResult<void>>;
  getDirectory(securityToken: string): Promise<ApiResult<readonly DirectoryEntry[]>>;
  getDirectoryTypes(securityToken: string): Promise<ApiResult<readonly DirectoryGroup[]>>;
  getDirectoryCategories(securityToken: string): Promise<ApiResult<readonly DirectoryGroup[]>>;
}

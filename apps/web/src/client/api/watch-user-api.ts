import type { UserApi } from '../ports/user-api.ts';
import type { ResultNotes } from './watch-results.ts';

/** The same user API; reports every outcome to `ResultNotes`. */
export function watchUserApi(api: UserApi, { note, noteSession }: ResultNotes): UserApi {
  return {
    // A refused login or logout does not mean that a session has ended.
    login: (request) => note(api.login(request)),
    logout: (token) => note(api.logout(token)),
    getProperties: (token) => noteSession(api.getProperties(token)),
    getSystemSettings: (token) => noteSession(api.getSystemSettings(token)),
    getWebSettings: (token) => noteSession(api.getWebSettings(token)),
    setWebSetting: (token, setting) => noteSession(api.setWebSetting(token, setting)),
  };
}

import type { AccountsApi } from '../ports/accounts-api.ts';
import type { ResultNotes } from './watch-results.ts';

/** The same API for accounts; reports every outcome to `ResultNotes`. */
export function watchAccountsApi(
  api: AccountsApi,
  { note, noteForm, noteSession }: ResultNotes,
): AccountsApi {
  return {
    getOrganisationSettings: (id) => noteForm(api.getOrganisationSettings(id)),
    checkIsFree: (request, token) =>
      (token === undefined ? noteForm : noteSession)(api.checkIsFree(request, token)),
    register: (wish) => noteForm(api.register(wish)),
    verify: (userId, key) => note(api.verify(userId, key)),
    requestPasswordReset: (wish) => noteForm(api.requestPasswordReset(wish)),
    setNewPassword: (wish, options) => noteForm(api.setNewPassword(wish, options)),
    setProperty: (token, property, options) => noteSession(api.setProperty(token, property, options)),
    newCaptcha: () => noteForm(api.newCaptcha()),
  };
}

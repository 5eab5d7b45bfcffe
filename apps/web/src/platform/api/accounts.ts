import type { Accounts } from '../../client/hooks/accounts.ts';
import { createProofOfWork } from '../captcha/proof-of-work.ts';
import { createRecaptcha } from '../captcha/recaptcha.ts';
import { createAccountsApi } from './accounts-api.ts';
import type { ApiRequest } from './api-request.ts';

/** The services for the screens about accounts; this module is loaded with the first of those screens. */
export const createAccounts = (request: ApiRequest, server: string): Accounts => ({
  api: createAccountsApi(request, server),
  loadSecondFactor: async () => (await import('./second-factor-api.ts')).createSecondFactorApi(request),
  captchaSolver: createProofOfWork(),
  recaptcha: createRecaptcha(window),
});

import { createContext, use } from 'react';
import type { AccountsApi } from '../ports/accounts-api.ts';
import type { CaptchaSolver, RecaptchaWidget } from '../ports/captcha-ports.ts';

/** What the screens about accounts need; none of its code is part of the login page. */
export type Accounts = {
  readonly api: AccountsApi;
  readonly captchaSolver: CaptchaSolver;
  readonly recaptcha: RecaptchaWidget;
};

/** Fetches it: once for all, but again after it could not be fetched. */
export const LoadAccountsContext = createContext<(() => Promise<Accounts>) | undefined>(undefined);

/** Given to the pages that need it as soon as it is there. */
export const AccountsContext = createContext<Accounts | undefined>(undefined);

export function useAccounts(): Accounts {
  const accounts = use(AccountsContext);
  if (accounts === undefined) throw new Error('used outside AccountsContext');
  return accounts;
}

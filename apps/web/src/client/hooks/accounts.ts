import { createContext, use } from 'react';
import type { AccountsApi } from '../ports/accounts-api.ts';
import type { CaptchaSolver, RecaptchaWidget } from '../ports/captcha-ports.ts';
import type { SecondFactorApi } from '../ports/second-factor-api.ts';

/** The services for screens about accounts; none of their code is part of the login page. */
export type Accounts = {
  readonly api: AccountsApi;
  /** Loads the requests about the second step of the log-in, which few users need. */
  readonly loadSecondFactor: () => Promise<SecondFactorApi>;
  readonly captchaSolver: CaptchaSolver;
  readonly recaptcha: RecaptchaWidget;
};

/**
 * The function that loads the services for screens about accounts: once for all screens, and again after a
 * failure.
 */
export const LoadAccountsContext = createContext<(() => Promise<Accounts>) | undefined>(undefined);

/** The services for screens about accounts; undefined until they are loaded. */
export const AccountsContext = createContext<Accounts | undefined>(undefined);

export function useAccounts(): Accounts {
  const accounts = use(AccountsContext);
  if (accounts === undefined) throw new Error('used outside AccountsContext');
  return accounts;
}

import { createContext, use } from 'react';
import type { AccountsApi } from './accounts-api.ts';
import type { CaptchaSolver, RecaptchaWidget } from './captcha-ports.ts';

/** What the screens about accounts need; none of its code is part of the login page. */
export type Accounts = {
  readonly api: AccountsApi;
  readonly captchaSolver: CaptchaSolver;
  readonly recaptcha: RecaptchaWidget;
};

/** Fetches it once: always the same promise. */
export const AccountsContext = createContext<(() => Promise<Accounts>) | undefined>(undefined);

/** Suspends until it is there. */
export function useAccounts(): Accounts {
  const load = use(AccountsContext);
  if (load === undefined) throw new Error('used outside AccountsContext');
  return use(load());
}

import { type ReactNode, use } from 'react';
import { type Accounts, AccountsContext, LoadAccountsContext } from '../../client/hooks/accounts.ts';
import { LoadingFallback } from '../../ui/loading/LoadingFallback.tsx';
import { useFetched } from '../../ui/loading/use-fetched.ts';

const noLoader = (): Promise<Accounts> => Promise.reject(new Error('used outside LoadAccountsContext'));

/** Shows pages about accounts as soon as their texts and their API client are loaded. */
export function AccountsReady({ children }: { readonly children: ReactNode }) {
  const accounts = useFetched(use(LoadAccountsContext) ?? noLoader);
  if (accounts.phase !== 'ready') return <LoadingFallback for={accounts} place="content" />;
  return <AccountsContext value={accounts.value}>{children}</AccountsContext>;
}

import type { ProviderState } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';

/** How users log in where there is no provider, or where the server does not say. */
const BY_PASSWORD: ProviderState = {
  label: '',
  hasPassword: true,
  isConnected: false,
  isProved: false,
  needsSecondStep: false,
};

type Answered = { readonly version: number; readonly state: ProviderState };

/**
 * How the account of a session logs in (decision D99); undefined = not known yet.
 * @param version another number asks again; meanwhile the earlier answer counts
 */
export function useProviderState(securityToken: string, version = 0): ProviderState | undefined {
  const { api } = useAccounts();
  const { provider } = useAppServices().brand;
  const [answered, setAnswered] = useState<Answered>();
  useEffect(() => {
    let isShown = true;
    const ask = async (): Promise<void> => {
      const answer = await api.providerState(securityToken);
      if (isShown) setAnswered({ version, state: answer.ok ? answer.value : BY_PASSWORD });
    };
    if (provider !== null) void ask();
    return () => {
      isShown = false;
    };
  }, [api, provider, securityToken, version]);
  return provider === null ? BY_PASSWORD : answered?.state;
}

import type { ProviderState } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';

/** How users log in where there is no provider, or where the server does not say. */
const BY_PASSWORD: ProviderState = { label: '', hasPassword: true, isConnected: false, isProved: false };

/**
 * How the account of a session logs in (decision D99); undefined = not known yet.
 * @param version another number asks again
 */
export function useProviderState(securityToken: string, version = 0): ProviderState | undefined {
  const { api } = useAccounts();
  const { provider } = useAppServices().brand;
  const [state, setState] = useState(provider === null ? BY_PASSWORD : undefined);
  useEffect(() => {
    if (provider === null) return undefined;
    let isShown = true;
    void api.providerState(securityToken).then((answer) => {
      if (isShown) setState(answer.ok ? answer.value : BY_PASSWORD);
    });
    return () => {
      isShown = false;
    };
  }, [api, provider, securityToken, version]);
  return state;
}

import { CAPABILITY_KEYS, type OrganisationRules, organisationRulesOf, valueOf } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import { useAccounts } from '../../../client/hooks/accounts.ts';

export type Organisation = {
  /** Undefined until the first answer; while another organisation's rules load, the previous rules stay. */
  readonly rules: OrganisationRules | undefined;
  /** Loading failed. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
};

/** Loads an organisation's rules for its users (SIGNUP-05, A-034). */
export function useOrganisation(organisationId: string): Organisation {
  const { api } = useAccounts();
  const [rules, setRules] = useState<OrganisationRules>();
  const [hasFailed, setHasFailed] = useState(false);
  const [round, setRound] = useState(0);

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `round` asks the server again.
  useEffect(() => {
    let isWanted = true;
    const read = async (): Promise<void> => {
      setHasFailed(false);
      const answer = await api.getOrganisationSettings(organisationId);
      if (!isWanted) return;
      if (answer.ok) setRules(organisationRulesOf(answer.value));
      else setHasFailed(true);
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [api, organisationId, round]);

  return { rules, hasFailed, retry: () => setRound((number) => number + 1) };
}

/** Whether secrets may be sent in a POST body (decision D22). */
export const isPostedBy = (capabilities: Parameters<typeof valueOf>[0]): boolean =>
  valueOf(capabilities, CAPABILITY_KEYS.postSecrets) === 'true';

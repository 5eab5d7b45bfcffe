import { useLocation } from 'wouter';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import type { SecondFactorApi } from '../../../client/ports/second-factor-api.ts';
import { LoadingFallback } from '../../../ui/loading/LoadingFallback.tsx';
import { useFetched } from '../../../ui/loading/use-fetched.ts';
import { goTo } from '../../../ui/save-file.ts';
import type { Profile } from '../profile/use-profile.ts';
import { ProofForm } from '../second-factor/ProofForm.tsx';
import { useSecondFactorState } from '../second-factor/use-second-factor.ts';

type Props = { readonly profile: Profile; readonly submitLabel: string };

/**
 * Connects an account whose log-in has a second step (decision D100): the way in by the provider does not ask for it, so
 * it is asked for here.
 */
export default function ConnectWithStep(props: Props) {
  const fetched = useFetched(useAccounts().loadSecondFactor);
  if (fetched.phase !== 'ready') return <LoadingFallback for={fetched} place="content" />;
  return <Opened api={fetched.value} {...props} />;
}

function Opened({ api, profile, submitLabel }: Props & { readonly api: SecondFactorApi }) {
  const [, navigate] = useLocation();
  const accounts = useAccounts();
  const { securityToken, username } = profile.user;
  const { state } = useSecondFactorState(api, securityToken);
  const hasPasskeys = state.phase === 'ready' && state.value.passkeys.length > 0;
  return (
    <ProofForm
      api={api}
      username={username}
      securityToken={securityToken}
      needs={{ step: true, passkey: hasPasskeys }}
      hasName={false}
      submitLabel={submitLabel}
      isDangerous={false}
      onSend={async (proof) => {
        const wish = { purpose: 'connect', returnPath: '/userinformation/provider' } as const;
        const answer = await accounts.api.startAtProvider(securityToken, { ...wish, ...proof });
        if (answer.ok) goTo(answer.value);
        return answer;
      }}
      onCancel={() => navigate('/userinformation')}
    />
  );
}

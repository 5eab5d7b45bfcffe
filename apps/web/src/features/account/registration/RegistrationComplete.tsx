import type { RegistrationAnswer } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Outcome } from '../form/Outcome.tsx';

export type Registered = {
  readonly status: RegistrationAnswer['status'];
  readonly username: string;
  readonly isPasswordGenerated: boolean;
};

const messages: Readonly<Record<RegistrationAnswer['status'], TextKey>> = {
  ACTIVE: 'registration.complete',
  NEEDS_VERIFICATION: 'registration.complete_verify',
  NEEDS_APPROVAL: 'registration.complete_approval',
};

/** Shown when the account exists: what the user has to do next, and the username (SIGNUP-19). */
export function RegistrationComplete({ registered }: { readonly registered: Registered }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  // Pages of other sites that embed this one hide its links (ROUTE-20, ROUTE-21).
  const query = new URLSearchParams(useSearch());
  const isEmbedded = ['hideBack', 'hideLogin'].some((flag) => query.get(flag) === 'true');
  const { status, username, isPasswordGenerated } = registered;
  return (
    <>
      <Outcome type="success">{t(messages[status])}</Outcome>
      <p>{t('registration.your_username', { name: username })}</p>
      {isPasswordGenerated ? <p>{t('registration.password_mailed')}</p> : undefined}
      {status === 'ACTIVE' && !isEmbedded ? (
        <Button kind="primary" onPress={() => navigate('/login')}>
          {t('login.submit')}
        </Button>
      ) : undefined}
    </>
  );
}

import type { RegistrationAnswer } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../../i18n/index.ts';
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
  const { status, username, isPasswordGenerated } = registered;
  return (
    <>
      <Outcome type="success">{t(messages[status])}</Outcome>
      <p>{t('registration.your_username', { name: username })}</p>
      {isPasswordGenerated ? <p>{t('registration.password_mailed')}</p> : undefined}
    </>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import type { User } from '../../../client/session/user.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { goTo } from '../../../ui/save-file.ts';
import { profileAlert } from '../profile/profile-alert.ts';
import { useProviderState } from '../provider/use-provider-state.ts';
import styles from './OwnData.module.css';
import { OwnPasswordForm } from './OwnPasswordForm.tsx';
import type { OwnPassword } from './use-own-password.ts';

type Props = {
  readonly own: OwnPassword;
  readonly user: Pick<User, 'username' | 'securityToken'>;
  readonly submitLabel: string;
  readonly isDangerous?: boolean;
  /** The page to which the user returns from the provider. */
  readonly returnPath: string;
  readonly onSend: () => void;
  readonly actions?: ReactNode;
};

/**
 * A form in which users prove once more who they are: with the password (decision D96), or, where they have none, by a
 * log-in at the provider just before (decision D99).
 */
export function OwnProof({ user, returnPath, ...form }: Props) {
  const { t } = useTranslation();
  const { api } = useAccounts();
  const { alerts, brand } = useAppServices();
  const { own, submitLabel, isDangerous = false, onSend, actions } = form;
  // A proof can be used once, so the user is asked for it again after each request.
  const state = useProviderState(user.securityToken, own.isBusy ? 1 : 0);
  const name = brand.provider?.label ?? '';

  async function confirm(): Promise<void> {
    const address = await own.send(() =>
      api.startAtProvider(user.securityToken, { purpose: 'prove', returnPath }),
    );
    if (address !== undefined) goTo(address);
  }

  if (state === undefined) return undefined;
  if (state.hasPassword) return <OwnPasswordForm {...form} username={user.username} />;
  return (
    <div className={styles.part}>
      <p>{t(state.isProved ? 'provider.confirmed' : 'provider.confirm_why', { name })}</p>
      <div className={styles.actions}>
        {state.isProved ? (
          <Button
            kind={isDangerous ? 'danger' : 'primary'}
            size="large"
            isBusy={own.isBusy}
            onPress={() => {
              alerts.clear(profileAlert);
              onSend();
            }}
          >
            {submitLabel}
          </Button>
        ) : (
          <Button kind="primary" size="large" isBusy={own.isBusy} onPress={() => void confirm()}>
            {t('provider.confirm', { name })}
          </Button>
        )}
        {actions}
      </div>
    </div>
  );
}

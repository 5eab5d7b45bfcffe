import { PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import styles from './PendingEmail.module.css';
import { profileAlert } from './profile-alert.ts';
import type { Profile } from './use-profile.ts';

/** Notice that the link mailed to a new e-mail address is not opened yet; a button cancels the change. */
export function PendingEmail({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const { api } = useAccounts();
  const { alerts, session } = useAppServices();
  const [isBusy, setIsBusy] = useState(false);
  const { user, isPosted } = profile;
  const email = valueOf(user.properties.propertySet, PROPERTY_KEYS.pendingEmail) ?? '';
  if (email === '') return undefined;

  async function cancel(): Promise<void> {
    alerts.clear(profileAlert);
    setIsBusy(true);
    const property = { key: PROPERTY_KEYS.pendingEmail, value: '' };
    const answer = await api.setProperty(user.securityToken, property, { isPosted });
    setIsBusy(false);
    if (answer.ok) await session.reloadUser();
    alerts.show(
      answer.ok
        ? { id: profileAlert, type: 'success', message: { key: 'edituser.email_kept' } }
        : { id: profileAlert, type: 'danger', message: { key: 'edituser.error' } },
    );
  }

  return (
    <Alert type="info">
      <div className={styles.pending}>
        <p className={styles.text}>{t('edituser.email_pending', { email })}</p>
        <div>
          <Button isBusy={isBusy} onPress={() => void cancel()}>
            {t('edituser.email_cancel')}
          </Button>
        </div>
      </div>
    </Alert>
  );
}

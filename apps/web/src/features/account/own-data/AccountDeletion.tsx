import { CAPABILITY_KEYS, valueOf } from '@samtal/api-contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { dateLocale, longDay } from '../../../client/format/time.ts';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { PageHeading } from '../form/PageHeading.tsx';
import { profileAlert } from '../profile/profile-alert.ts';
import type { Profile } from '../profile/use-profile.ts';
import styles from './OwnData.module.css';
import { OwnProof } from './OwnProof.tsx';
import { useOwnPassword } from './use-own-password.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Page that says what the deletion of the account means, and asks for it with the password (decision D96). */
export function AccountDeletion({ profile }: { readonly profile: Profile }) {
  const { t, i18n } = useTranslation();
  const [, navigate] = useLocation();
  const { api } = useAccounts();
  const { alerts, session } = useAppServices();
  const own = useOwnPassword();
  const { user } = profile;
  useEffect(() => alerts.clear(profileAlert), [alerts]);
  const days = Number(valueOf(user.capabilities, CAPABILITY_KEYS.deletionDays) ?? '0');
  const [now] = useState(Date.now);
  const date = longDay(now + days * DAY_MS, dateLocale(i18n.language, navigator.languages));

  async function ask(): Promise<void> {
    const deletionAt = await own.send((password) => api.deleteAccount(user.securityToken, password));
    if (deletionAt === undefined) return;
    // The next login does not lead back to this page.
    navigate('/', { replace: true });
    session.accountLeaves(deletionAt);
  }

  return (
    <>
      <PageHeading>{t('owndata.delete')}</PageHeading>
      <ul className={styles.list}>
        <li>{t('owndata.what')}</li>
        <li>{t('owndata.others')}</li>
        <li>{t('owndata.until', { date })}</li>
        <li>{t('owndata.change_mind', { date })}</li>
      </ul>
      <Alert type="info">{t('owndata.emergency')}</Alert>
      <OwnProof
        own={own}
        user={user}
        returnPath="/userinformation/deletion"
        submitLabel={t('owndata.delete_now')}
        isDangerous
        onSend={() => void ask()}
        actions={
          <Button size="large" onPress={() => navigate('/userinformation/data')}>
            {t('common.cancel')}
          </Button>
        }
      />
    </>
  );
}

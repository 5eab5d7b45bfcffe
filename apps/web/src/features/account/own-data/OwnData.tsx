import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { downloadFrom } from '../../../ui/save-file.ts';
import { PageHeading } from '../form/PageHeading.tsx';
import { profileAlert } from '../profile/profile-alert.ts';
import type { Profile } from '../profile/use-profile.ts';
import styles from './OwnData.module.css';
import { OwnProof } from './OwnProof.tsx';
import { useOwnPassword } from './use-own-password.ts';

/** Page on which users download everything that is stored about them, and come to the deletion (decision D96). */
export function OwnData({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { api } = useAccounts();
  const { alerts } = useAppServices();
  const own = useOwnPassword();
  const { user } = profile;
  useEffect(() => alerts.clear(profileAlert), [alerts]);

  async function download(): Promise<void> {
    const address = await own.send((password) => api.exportData(user.securityToken, password));
    if (address === undefined) return;
    downloadFrom(address);
    alerts.show({ id: profileAlert, type: 'success', message: { key: 'owndata.downloading' } });
  }

  return (
    <>
      <PageHeading>{t('owndata.title')}</PageHeading>
      <section className={styles.part}>
        <h2 className={styles.title}>{t('owndata.download_title')}</h2>
        <p>{t('owndata.download_text')}</p>
        <p>{t('owndata.download_care')}</p>
        <OwnProof
          own={own}
          user={user}
          returnPath="/userinformation/data"
          submitLabel={t('owndata.download')}
          onSend={() => void download()}
        />
      </section>
      <section className={styles.part}>
        <h2 className={styles.title}>{t('owndata.delete')}</h2>
        <p>{t('owndata.delete_text')}</p>
        <div>
          <Button onPress={() => navigate('/userinformation/deletion')}>{t('owndata.delete_start')}</Button>
        </div>
      </section>
      <div>
        <Button onPress={() => navigate('/userinformation')}>{t('common.back')}</Button>
      </div>
    </>
  );
}

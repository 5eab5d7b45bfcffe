import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useInstallableApp } from '../../../client/hooks/use-installable-app.ts';
import type { InstallableApp } from '../../../client/installable-app/installable-app.ts';
import { useStore } from '../../../client/store/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Note } from '../../../ui/notices/Note.tsx';
import { Card } from '../../../ui/page/Card.tsx';
import styles from './AppSettings.module.css';

/** How the web app becomes an app of this device, and what it does without a network (decision D79). */
export function AppSettings() {
  const { t } = useTranslation();
  const { brand } = useAppServices();
  const app = useInstallableApp();
  return (
    <>
      <Card className={styles.card}>
        <p>{t('app.explained', { brand: brand.name })}</p>
        {app === undefined ? undefined : <Installing app={app} />}
      </Card>
      <Card className={styles.card}>
        <h2 className={styles.title}>{t('app.offline_title')}</h2>
        <p>{t('app.offline_text')}</p>
      </Card>
      <Card className={styles.card}>
        <h2 className={styles.title}>{t('app.update_title')}</h2>
        <p>{t('app.update_text')}</p>
      </Card>
    </>
  );
}

function Installing({ app }: { readonly app: InstallableApp }) {
  const { t } = useTranslation();
  const installation = useStore(app.installation);
  const [isRefused, setIsRefused] = useState(false);
  const install = async (): Promise<void> => setIsRefused(!(await app.install()));
  switch (installation) {
    case 'possible':
      return (
        <Button icon="plus" onPress={() => void install()}>
          {t('app.install')}
        </Button>
      );
    case 'installed':
      return <Note>{t('app.installed')}</Note>;
    case 'homeScreen':
      return <Note>{t('app.home_screen')}</Note>;
    case 'byBrowser':
      return <Note>{t(isRefused ? 'app.not_installed' : 'app.by_browser')}</Note>;
  }
}

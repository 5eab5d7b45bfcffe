import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { InstallableApp } from '../../client/installable-app/installable-app.ts';
import { useStore } from '../../client/store/store.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import styles from './AppGuide.module.css';

export type AppGuideProps = { readonly app: InstallableApp; readonly hasCall: boolean };

/**
 * Opens the pages to which the app is led from outside, and says when a newer version is ready. Both wait until
 * no call is shown, and the router asks before unsaved input is lost.
 */
export default function AppGuide({ app, hasCall }: AppGuideProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const launched = useStore(app.launched);
  const isUpdateReady = useStore(app.isUpdateReady);
  useEffect(() => {
    if (hasCall || launched === undefined) return;
    app.takeLaunch();
    navigate(launched);
  }, [app, hasCall, launched, navigate]);
  return (
    // This live region is always in the page, or its first text would not be announced.
    <div aria-live="polite">
      {isUpdateReady && !hasCall ? (
        <div className={styles.notice}>
          <p>{t('app.update_ready')}</p>
          <Button onPress={() => location.reload()}>{t('app.reload')}</Button>
          <Button kind="quiet" onPress={app.putOffUpdate}>
            {t('app.later')}
          </Button>
        </div>
      ) : undefined}
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { useAppServices } from '../client/app-services.ts';
import { useMessage } from '../client/use-message.ts';
import { useStore } from '../client/use-store.ts';
import { Alert } from '../ui/Alert.tsx';
import styles from './AlertList.module.css';

/** What a person is told outside the flow of a screen (NAV-19). */
export function AlertList() {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const messageText = useMessage();
  const list = useStore(alerts.list);
  return (
    <div className={styles.list}>
      {list.map((alert, index) => (
        <Alert
          // Alerts of one id may stand beside each other, and only leave: the place tells them apart.
          key={`${alert.id}-${index}`}
          type={alert.type}
          showSpinner={alert.showSpinner ?? false}
          dismissLabel={t('error.dismiss')}
          onDismiss={() => alerts.dismiss(alert)}
        >
          {messageText(alert.message)}
        </Alert>
      ))}
    </div>
  );
}

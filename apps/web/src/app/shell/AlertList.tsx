import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertEntry } from '../../client/alerts/alerts.ts';
import { useMessage } from '../../client/alerts/use-message.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useStore } from '../../client/store/use-store.ts';
import { Alert } from '../../ui/Alert.tsx';
import { headingIn } from '../../ui/focus-heading.ts';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import styles from './AlertList.module.css';

/** One number for one alert; the next has another, though it says the same. */
function createNumbering(): (alert: AlertEntry) => number {
  const numbers = new WeakMap<AlertEntry, number>();
  let last = 0;
  return (alert) => {
    const number = numbers.get(alert) ?? ++last;
    numbers.set(alert, number);
    return number;
  };
}

/** What a person is told outside the flow of a screen (NAV-19). */
export function AlertList() {
  const { alerts } = useAppServices();
  const list = useStore(alerts.list);
  // By its place in the list an alert would be said again when one before it goes.
  const [numberOf] = useState(createNumbering);
  const row = (alert: AlertEntry) => <Row key={numberOf(alert)} alert={alert} />;
  return (
    <div className={styles.list}>
      <div className={styles.alerts}>{list.filter(({ type }) => type === 'danger').map(row)}</div>
      {/* Always there, or its first words would not be said. */}
      <div className={styles.alerts} aria-live="polite">
        {list.filter(({ type }) => type !== 'danger').map(row)}
      </div>
    </div>
  );
}

function Row({ alert }: { readonly alert: AlertEntry }) {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const messageText = useMessage();
  // The button goes with its alert, pressed or not.
  const { ref } = useFocusReturn(() => headingIn(document));
  return (
    <Alert
      ref={ref}
      type={alert.type}
      isInLiveRegion={alert.type !== 'danger'}
      showSpinner={alert.showSpinner ?? false}
      dismissLabel={t('error.dismiss')}
      onDismiss={() => alerts.dismiss(alert)}
    >
      {messageText(alert.message)}
    </Alert>
  );
}

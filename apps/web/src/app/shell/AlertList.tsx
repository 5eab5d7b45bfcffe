import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertEntry } from '../../client/alerts/alerts.ts';
import { type AlertPlace, shownAlerts } from '../../client/alerts/shown-alerts.ts';
import { useMessage } from '../../client/alerts/use-message.ts';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useStore } from '../../client/store/store.ts';
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../ui/notices/Alert.tsx';
import { headingIn } from '../../ui/page/focus-heading.ts';
import styles from './AlertList.module.css';

/** Returns a function that gives each alert a number of its own, also alerts with the same text. */
function createNumbering(): (alert: AlertEntry) => number {
  const numbers = new WeakMap<AlertEntry, number>();
  let last = 0;
  return (alert) => {
    const number = numbers.get(alert) ?? ++last;
    numbers.set(alert, number);
    return number;
  };
}

export type AlertListProps = Partial<AlertPlace> & {
  /** What the user can do about an alert, shown below its words. */
  readonly actionFor?: ((alert: AlertEntry) => ReactNode) | undefined;
};

/**
 * Shows the alerts for the user, outside the content of the screens (NAV-19). Those of a call stand above it, in a wide
 * window on its header, and cover neither text nor faces nor names.
 */
export function AlertList({ hasCall = false, hasNetworkBanner = false, actionFor }: AlertListProps) {
  const { alerts } = useAppServices();
  const list = shownAlerts(useStore(alerts.list), { hasCall, hasNetworkBanner });
  // With its index as the key, an alert would be announced again when an earlier one is removed.
  const [numberOf] = useState(createNumbering);
  const row = (alert: AlertEntry) => (
    <Row key={numberOf(alert)} alert={alert}>
      {actionFor?.(alert)}
    </Row>
  );
  return (
    <div className={styles.list} data-over={hasCall || undefined}>
      <div className={styles.alerts}>{list.filter(({ type }) => type === 'danger').map(row)}</div>
      {/* This live region is always in the page, or its first text would not be announced. */}
      <div className={styles.alerts} aria-live="polite">
        {list.filter(({ type }) => type !== 'danger').map(row)}
      </div>
    </div>
  );
}

function Row({ alert, children }: { readonly alert: AlertEntry; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const messageText = useMessage();
  // If the alert has the focus when it is removed, the heading of the page gets the focus.
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
      {children}
    </Alert>
  );
}

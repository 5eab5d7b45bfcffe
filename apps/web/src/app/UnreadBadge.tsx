import { useTranslation } from 'react-i18next';
import { useUnreadMessages } from '../client/use-records.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './UnreadBadge.module.css';

/** More are not counted where there is room for two digits only. */
const most = 99;

/** How many messages wait to be read, beside the entry that leads to them (NAV-04). */
export function UnreadBadge() {
  const { t, i18n } = useTranslation();
  const count = useUnreadMessages();
  if (count === 0) return undefined;
  const format = new Intl.NumberFormat(i18n.language);
  return (
    <>
      <span className={styles.badge} aria-hidden="true">
        {count > most ? `${format.format(most)}+` : format.format(count)}
      </span>
      <VisuallyHidden>{t('menu.unread', { n: format.format(count) })}</VisuallyHidden>
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { useMissedCalls, useUnreadMessages } from '../../../client/hooks/use-records.ts';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx';
import styles from './UnreadBadge.module.css';

/** The highest count that is shown; "99+" stands for higher ones, because there is room for two digits. */
const most = 99;

export type UnreadBadgeProps = {
  /**
   * The page whose menu entry has the badge; undefined for the menu button, whose badge counts for both
   * pages.
   */
  readonly of?: 'messages' | 'history';
};

/** The number of unread messages and unseen missed calls, next to the menu entry (NAV-04). */
export function UnreadBadge({ of }: UnreadBadgeProps) {
  const { t, i18n } = useTranslation();
  const unread = useUnreadMessages();
  const missed = useMissedCalls();
  const waiting = [
    { page: 'messages', words: 'menu.unread', count: unread },
    { page: 'history', words: 'menu.missed', count: missed },
  ] as const;
  const shown = waiting.filter(({ page, count }) => count > 0 && (of ?? page) === page);
  if (shown.length === 0) return undefined;
  const format = new Intl.NumberFormat(i18n.language);
  const count = shown.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      <span className={styles.badge} aria-hidden="true">
        {count > most ? `${format.format(most)}+` : format.format(count)}
      </span>
      <VisuallyHidden>
        {shown.map(({ words, count: n }) => t(words, { count: n, n: format.format(n) })).join(', ')}
      </VisuallyHidden>
    </>
  );
}

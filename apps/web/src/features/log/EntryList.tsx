import { useTranslation } from 'react-i18next';
import { type LogEntry, logLevels } from '../../client/store/log-store.ts';
import styles from './EntryList.module.css';

const wordOf = (level: number): string =>
  Object.entries(logLevels).find(([, number]) => number === level)?.[0] ?? '';

/** Table of log entries, newest first, because the user looks for a recent problem. */
export function EntryList({ entries }: { readonly entries: readonly LogEntry[] }) {
  const { t, i18n } = useTranslation();
  if (entries.length === 0) return <p className={styles.empty}>{t('log.empty')}</p>;
  const clock = new Intl.DateTimeFormat(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('log.time')}</th>
          <th scope="col">{t('log.levelname')}</th>
          <th scope="col">{t('log.message')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.toReversed().map(({ at, level, message, detail }, index) => (
          // Entries may be equal, so the key is the position counted from the oldest entry.
          <tr key={entries.length - index} data-level={level}>
            <td className={styles.time}>{clock.format(at)}</td>
            <td>
              {level} {wordOf(level)}
            </td>
            <td className={styles.message} dir="auto">
              {message}
              {detail === undefined ? undefined : (
                <code className={styles.detail}>{JSON.stringify(detail)}</code>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

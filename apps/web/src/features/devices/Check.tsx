import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icons/Icon.tsx';
import { Spinner } from '../../ui/notices/Spinner.tsx';
import { Card } from '../../ui/page/Card.tsx';
import styles from './Check.module.css';
import type { CheckStatus } from './check-results.ts';

const signs: Readonly<Record<Exclude<CheckStatus, 'running'>, IconName>> = {
  waiting: 'info',
  good: 'check',
  warning: 'warning',
  bad: 'close',
  absent: 'minus',
};

export type CheckProps = {
  readonly title: string;
  readonly status: CheckStatus;
  /** The finding, and advice for the user. */
  readonly words: string;
  readonly children: ReactNode;
};

/** One check and its result, which is shown as an icon and a word, never by colour alone. */
export function Check({ title, status, words, children }: CheckProps) {
  const { t } = useTranslation();
  return (
    <li>
      <Card className={styles.check}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          <span className={styles.status} data-status={status}>
            {status === 'running' ? <Spinner size="1.25em" /> : <Icon name={signs[status]} size="1.25em" />}
            {t(`test.${status}`)}
          </span>
        </div>
        {words === '' ? undefined : <p dir="auto">{words}</p>}
        {children}
      </Card>
    </li>
  );
}

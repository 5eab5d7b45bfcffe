import {
  AUDIT_EVENTS,
  type AuditAnswer,
  type AuditEntry,
  type AuditEvent,
  type AuditFilter,
} from '@samtal/api-contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Days } from '../../client/ports/console-api.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { ConsoleNav } from './ConsoleNav.tsx';
import styles from './console.module.css';
import { useConsole } from './console-context.ts';
import { areInWrongOrder, DayFields } from './DayFields.tsx';
import { failureText } from './failure-text.ts';
import { SearchEnd } from './SearchEnd.tsx';
import { useFoundList } from './use-found-list.ts';
import { momentOf } from './words.ts';

const entriesOf = (answer: AuditAnswer): readonly AuditEntry[] => answer.entries;

/** The audit, to be searched: when, who, what, and about which account. */
export function AuditPage() {
  const { t } = useTranslation();
  const { api, access } = useConsole();
  const [days, setDays] = useState<Days>({});
  const [search, setSearch] = useState('');
  const [event, setEvent] = useState<AuditEvent | ''>('');
  const isWrong = areInWrongOrder(days);
  const filter = useMemo<AuditFilter>(
    () => ({
      from: days.from,
      to: isWrong ? undefined : days.to,
      search: search || undefined,
      event: event || undefined,
    }),
    [days, isWrong, search, event],
  );
  const read = useCallback((wanted: AuditFilter, before?: string) => api.audit(wanted, before), [api]);
  const { answer, newest, items, busy, saveTable, hasMore, end } = useFoundList({
    filter,
    read,
    itemsOf: entriesOf,
    readTable: (wanted) => api.exportAudit(wanted),
    fileName: 'audit.csv',
  });

  return (
    <PageFrame
      title={t('console.audit')}
      hasFocus
      actions={
        <Button isBusy={busy === 'table'} onPress={saveTable}>
          {t('console.save_table')}
        </Button>
      }
    >
      <ConsoleNav />
      <p>{t(access.role === 'administrator' ? 'console.audit_own' : 'console.audit_all')}</p>
      <div className={styles.filters}>
        <SearchField
          label={t('console.audit_search')}
          clearLabel={t('common.clear')}
          initialWords=""
          onSearch={setSearch}
          outcome={undefined}
        />
        <DayFields days={days} onChange={setDays} problem={isWrong ? t('console.days_order') : undefined} />
        <SelectField<AuditEvent | ''>
          label={t('console.event')}
          value={event}
          onChange={setEvent}
          options={[
            { value: '', label: t('console.any_event') },
            ...AUDIT_EVENTS.map((each) => ({ value: each, label: each })),
          ]}
        />
      </div>
      <p className={styles.quiet}>{t('console.days_utc')}</p>
      {answer.phase === 'waiting' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {answer.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t(answer.failure.status === 409 ? 'console.audit_several' : failureText(answer.failure))}
          actions={<Button onPress={answer.again}>{t('network.retry')}</Button>}
        />
      ) : undefined}
      {items.length > 0 ? <Entries entries={items} /> : undefined}
      {newest !== undefined && items.length === 0 && !hasMore ? (
        <output>{t('console.audit_none')}</output>
      ) : undefined}
      <SearchEnd {...end} />
    </PageFrame>
  );
}

function Entries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t, i18n } = useTranslation();
  return (
    <ul className={styles.list} aria-label={t('console.audit')}>
      {entries.map(({ time, event, account, by, address, detail }, index) => (
        // Entries have no number, and only older ones are added.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={styles.call}>
          <span className={styles.ends}>
            <code lang="en">{event}</code> {account === undefined ? undefined : <bdi>{account}</bdi>}
          </span>
          <ul className={styles.facts}>
            <li>{momentOf(t, i18n.language, time)}</li>
            {by === undefined ? undefined : <li>{t('console.audit_by', { name: by })}</li>}
            {address === undefined ? undefined : (
              <li>
                <bdi>{address}</bdi>
              </li>
            )}
            {detail === undefined ? undefined : (
              <li className={styles.ends} lang="en">
                <bdi>{detail}</bdi>
              </li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  );
}

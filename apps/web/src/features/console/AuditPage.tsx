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
import { saveFile } from '../../ui/save-file.ts';
import { ConsoleNav } from './ConsoleNav.tsx';
import styles from './console.module.css';
import { useConsole } from './console-context.ts';
import { areInWrongOrder, DayFields } from './DayFields.tsx';
import { failureText } from './failure-text.ts';
import { SearchEnd } from './SearchEnd.tsx';
import { useAnswer } from './use-answer.ts';
import { momentOf } from './words.ts';

type Older = AuditAnswer & {
  /** The filter to which these entries belong. */
  readonly of: AuditFilter;
};

/** The audit, to be searched: when, who, what, and about which account. */
export function AuditPage() {
  const { t } = useTranslation();
  const { api, access, change } = useConsole();
  const [days, setDays] = useState<Days>({});
  const [search, setSearch] = useState('');
  const [event, setEvent] = useState<AuditEvent | ''>('');
  const [found, setOlder] = useState<Older>();
  const [busy, setBusy] = useState<'more' | 'table'>();
  const [problem, setProblem] = useState<string>();
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
  const ask = useCallback(() => api.audit(filter), [api, filter]);
  const answer = useAnswer(ask);
  const older = found?.of === filter ? found : undefined;
  const newest = answer.phase === 'ready' ? answer.value : undefined;
  const { next, searchedTo } = older ?? newest ?? {};
  const entries = [...(newest?.entries ?? []), ...(older?.entries ?? [])];

  async function load(before: string): Promise<void> {
    setProblem(undefined);
    setBusy('more');
    const result = await api.audit(filter, before);
    setBusy(undefined);
    if (result.ok)
      setOlder({
        ...result.value,
        of: filter,
        entries: [...(older?.entries ?? []), ...result.value.entries],
      });
    else setProblem(t(failureText(result)));
  }
  async function saveTable(): Promise<void> {
    setProblem(undefined);
    setBusy('table');
    const result = await change(() => api.exportAudit(filter));
    setBusy(undefined);
    if (result?.ok === true) saveFile('audit.csv', 'text/csv', result.value);
    else if (result !== undefined) setProblem(t(failureText(result)));
  }

  return (
    <PageFrame
      title={t('console.audit')}
      hasFocus
      actions={
        <Button isBusy={busy === 'table'} onPress={() => void saveTable()}>
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
      {entries.length > 0 ? <Entries entries={entries} /> : undefined}
      {newest !== undefined && entries.length === 0 && next === undefined ? (
        <output>{t('console.audit_none')}</output>
      ) : undefined}
      <SearchEnd
        searchedTo={searchedTo}
        problem={problem}
        onMore={next === undefined ? undefined : () => void load(next)}
        isLoading={busy === 'more'}
      />
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

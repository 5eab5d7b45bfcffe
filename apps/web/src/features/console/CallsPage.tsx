import {
  type CallFilter,
  type CallsAnswer,
  LISTED_KINDS,
  LISTED_OUTCOMES,
  type ListedCall,
} from '@samtal/api-contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { durationWords } from '../../client/format/time.ts';
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
import { capitalised, KIND_WORDS, momentOf, OUTCOME_WORDS } from './words.ts';

/** Interval at which the calls are read again while the page is seen. */
const REFRESH_MS = 5_000;

const callsOf = (answer: CallsAnswer): readonly ListedCall[] => answer.calls;

type Props = { readonly days: Days; readonly onDays: (days: Days) => void };

/** The calls that go on now, and the last calls, to be searched: addresses and times, no content. */
export function CallsPage({ days, onDays }: Props) {
  const { t, i18n } = useTranslation();
  const { api } = useConsole();
  const [search, setSearch] = useState('');
  const [outcome, setOutcome] = useState<ListedCall['outcome'] | ''>('');
  const [kind, setKind] = useState<ListedCall['kind'] | ''>('');
  const isWrong = areInWrongOrder(days);
  const filter = useMemo<CallFilter>(
    () => ({
      from: days.from,
      to: isWrong ? undefined : days.to,
      search: search || undefined,
      outcome: outcome || undefined,
      kind: kind || undefined,
    }),
    [days, isWrong, search, outcome, kind],
  );
  const read = useCallback((wanted: CallFilter, before?: string) => api.calls(wanted, before), [api]);
  const { answer, newest, items, hasOlder, busy, saveTable, hasMore, end } = useFoundList({
    filter,
    read,
    itemsOf: callsOf,
    readTable: (wanted) => api.exportCalls(wanted),
    fileName: 'calls.csv',
  });
  const { again } = answer;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  // Older calls follow the list that is shown, so it stays as it is; a search asks much of the server.
  const isLive = !hasOlder && busy === undefined && !isFiltered;
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isLive, again]);

  return (
    <PageFrame
      title={t('console.calls')}
      hasFocus
      actions={
        <Button isBusy={busy === 'table'} onPress={saveTable}>
          {t('console.save_table')}
        </Button>
      }
    >
      <ConsoleNav />
      {newest === undefined ? undefined : (
        <section className={styles.part}>
          <h2>{t('console.calls_now', { number: newest.runningTotal })}</h2>
          {newest.running.length === 0 ? undefined : (
            <Calls calls={newest.running} label={t('console.calls_now_label')} />
          )}
        </section>
      )}
      <section className={styles.part}>
        <h2>{t('console.calls_last')}</h2>
        <div className={styles.filters}>
          <SearchField
            label={t('console.call_search')}
            clearLabel={t('common.clear')}
            initialWords=""
            onSearch={setSearch}
            outcome={undefined}
          />
          <DayFields days={days} onChange={onDays} problem={isWrong ? t('console.days_order') : undefined} />
          <SelectField<ListedCall['outcome'] | ''>
            label={t('console.outcome')}
            value={outcome}
            onChange={setOutcome}
            options={[
              { value: '', label: t('console.any_outcome') },
              ...LISTED_OUTCOMES.map((each) => ({
                value: each,
                label: capitalised(t(OUTCOME_WORDS[each]), i18n.language),
              })),
            ]}
          />
          <SelectField<ListedCall['kind'] | ''>
            label={t('console.kind')}
            value={kind}
            onChange={setKind}
            options={[
              { value: '', label: t('console.any_kind') },
              ...LISTED_KINDS.map((each) => ({ value: each, label: t(KIND_WORDS[each]) })),
            ]}
          />
        </div>
        <p className={styles.quiet}>{t('console.days_utc')}</p>
        {answer.phase === 'waiting' ? <LateSpinner label={t('common.loading')} /> : undefined}
        {answer.phase === 'failed' ? (
          <EmptyState
            icon="warning"
            title={t(failureText(answer.failure))}
            actions={<Button onPress={again}>{t('network.retry')}</Button>}
          />
        ) : undefined}
        {items.length > 0 ? <Calls calls={items} label={t('console.calls_last')} /> : undefined}
        {newest !== undefined && items.length === 0 && !hasMore ? (
          <output>{t(isFiltered ? 'console.calls_no_match' : 'console.calls_none')}</output>
        ) : undefined}
        <SearchEnd {...end} />
      </section>
    </PageFrame>
  );
}

function Calls({ calls, label }: { readonly calls: readonly ListedCall[]; readonly label: string }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.list} aria-label={label}>
      {calls.map((call) => (
        <li key={call.id} className={styles.call}>
          <span className={styles.ends}>
            <bdi>{call.caller || t('console.call_removed')}</bdi>
            {' \u2192 '}
            <bdi>{call.callee || t('console.call_removed')}</bdi>
          </span>
          <Facts call={call} />
        </li>
      ))}
    </ul>
  );
}

function Facts({ call }: { readonly call: ListedCall }) {
  const { t, i18n } = useTranslation();
  const { beganAt, answeredAt, endedAt, outcome, hasText } = call;
  const facts = [
    momentOf(t, i18n.language, beganAt),
    t(OUTCOME_WORDS[outcome]),
    ...(answeredAt === undefined || endedAt === undefined ? [] : [durationWords(endedAt - answeredAt)]),
    ...(hasText ? [t('console.call_text')] : []),
  ];
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>
          <bdi>{fact}</bdi>
        </li>
      ))}
    </ul>
  );
}

import type { ListedCall } from '@samtal/api-contract';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { durationWords } from '../../client/format/time.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { EmptyState } from '../../ui/notices/EmptyState.tsx';
import { LateSpinner } from '../../ui/notices/LateSpinner.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import styles from './console.module.css';
import { useConsole } from './console-context.ts';
import { failureText } from './failure-text.ts';
import { useAnswer } from './use-answer.ts';
import { momentOf } from './words.ts';

/** Interval at which the calls are read again while the page is seen. */
const REFRESH_MS = 5_000;

const OUTCOME_WORDS: Readonly<Record<ListedCall['outcome'], TextKey>> = {
  running: 'console.call_running',
  answered: 'console.call_answered',
  busy: 'console.call_busy',
  declined: 'console.call_declined',
  unknown: 'console.call_unknown',
  unreachable: 'console.call_unreachable',
  unanswered: 'console.call_unanswered',
  cancelled: 'console.call_cancelled',
  failed: 'console.call_failed',
};

type Older = { readonly calls: readonly ListedCall[]; readonly next?: string | undefined };

/** The calls that go on now, and the last calls: addresses and times, no content. */
export function CallsPage() {
  const { t } = useTranslation();
  const { api } = useConsole();
  const [, navigate] = useLocation();
  const [older, setOlder] = useState<Older>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ask = useCallback(() => api.calls(), [api]);
  const answer = useAnswer(ask);
  const { again } = answer;
  // Older calls follow the list that is shown, so it stays as it is.
  const isLive = older === undefined && !isBusy;
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isLive, again]);

  async function load(before: string): Promise<void> {
    setProblem(undefined);
    setIsBusy(true);
    const result = await api.calls(before);
    setIsBusy(false);
    if (result.ok)
      setOlder({ calls: [...(older?.calls ?? []), ...result.value.calls], next: result.value.next });
    else setProblem(t(failureText(result)));
  }

  const newest = answer.phase === 'ready' ? answer.value : undefined;
  const next = (older ?? newest)?.next;
  return (
    <PageFrame
      title={t('console.calls')}
      hasFocus
      actions={
        <Button kind="quiet" onPress={() => navigate('/admin')}>
          {t('console.all_people')}
        </Button>
      }
    >
      {answer.phase === 'waiting' ? <LateSpinner label={t('common.loading')} /> : undefined}
      {answer.phase === 'failed' ? (
        <EmptyState
          icon="warning"
          title={t(failureText(answer.failure))}
          actions={<Button onPress={again}>{t('network.retry')}</Button>}
        />
      ) : undefined}
      {newest === undefined ? undefined : (
        <>
          <section className={styles.part}>
            <h2>{t('console.calls_now', { number: newest.runningTotal })}</h2>
            {newest.running.length === 0 ? undefined : (
              <Calls calls={newest.running} label={t('console.calls_now_label')} />
            )}
          </section>
          <section className={styles.part}>
            <h2>{t('console.calls_last')}</h2>
            {newest.calls.length === 0 ? (
              <p>{t('console.calls_none')}</p>
            ) : (
              <Calls calls={[...newest.calls, ...(older?.calls ?? [])]} label={t('console.calls_last')} />
            )}
          </section>
          {problem === undefined ? undefined : <Alert type="danger">{problem}</Alert>}
          {next === undefined ? undefined : (
            <div className={styles.actions}>
              <Button isBusy={isBusy} onPress={() => void load(next)}>
                {t('console.more')}
              </Button>
            </div>
          )}
        </>
      )}
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

import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckFacts, CheckOutcome } from '../../client/conformance/check-facts.ts';
import { useConformanceCheck } from '../../client/hooks/use-client.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import styles from './SelfCheckPage.module.css';
import { SelfCheckReport } from './SelfCheckReport.tsx';

type Reason = Extract<CheckOutcome, { readonly ok: false }>['reason'];

const reasons: Readonly<Record<Reason, TextKey>> = {
  notAnswered: 'selfcheck.not_answered',
  ended: 'selfcheck.ended',
  unavailable: 'selfcheck.unavailable',
  emergency: 'selfcheck.emergency',
};

type Run =
  | { readonly phase: 'none' | 'running' }
  | { readonly phase: 'failed'; readonly reason: Reason }
  | { readonly phase: 'done'; readonly facts: CheckFacts; readonly service: string; readonly at: Date };

/** Measures a call to an echo service against EN 301 549, clause 6 (decision D90). */
export default function SelfCheckPage() {
  const { t } = useTranslation();
  const check = useConformanceCheck();
  const [service, setService] = useState('echo');
  // The state outlives the call, which hides this page (ADR 14).
  const [run, setRun] = useState<Run>({ phase: 'none' });
  const isRunning = run.phase === 'running';

  async function start(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (check === undefined || isRunning || service.trim() === '') return;
    setRun({ phase: 'running' });
    // The code of the check may fail to load.
    const outcome = await check(service).catch((): CheckOutcome => ({ ok: false, reason: 'unavailable' }));
    setRun(
      outcome.ok
        ? { phase: 'done', facts: outcome.facts, service, at: new Date() }
        : { phase: 'failed', reason: outcome.reason },
    );
  }

  return (
    <div className={styles.page}>
      <h1>{t('selfcheck.title')}</h1>
      <p>{t('selfcheck.intro')}</p>
      <Alert type="info">{t('selfcheck.hands_off')}</Alert>
      <form className={styles.form} onSubmit={(event) => void start(event)}>
        <TextField
          label={t('selfcheck.service')}
          value={service}
          onChange={setService}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button type="submit" kind="primary" size="large" isBusy={isRunning}>
          {t(run.phase === 'none' ? 'selfcheck.start' : 'selfcheck.again')}
        </Button>
      </form>
      <output>{isRunning ? t('selfcheck.running') : ''}</output>
      {run.phase === 'failed' ? <Alert type="danger">{t(reasons[run.reason])}</Alert> : undefined}
      {run.phase === 'done' ? <SelfCheckReport {...run} /> : undefined}
    </div>
  );
}

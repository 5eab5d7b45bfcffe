import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/page/Card.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { CallStep } from './CallStep.tsx';
import styles from './FirstSteps.module.css';
import { keepStep, neighboursOf, STEPS, type Step, stepOf } from './first-steps.ts';
import { TextStep } from './TextStep.tsx';
import { useStart } from './use-start.ts';

export type FirstStepsPageProps = {
  /** There is a page that tests the devices. */
  readonly hasTestPage: boolean;
  /** Calls have text. */
  readonly hasText: boolean;
};

/** The start in three steps: devices, text, a first call (decision D71). */
export default function FirstStepsPage({ hasTestPage, hasText }: FirstStepsPageProps) {
  const { t } = useTranslation();
  const { tabStore } = useAppServices();
  const start = useStart();
  const [, navigate] = useLocation();
  const [step, setStep] = useState(() => stepOf(tabStore));
  const heading = useRef<HTMLHeadingElement>(null);
  const isMoved = useRef(false);
  const { before, after } = neighboursOf(step);

  // The heading of another step takes the focus; on the first one, the page's own heading has it.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `step` has a new heading
  useEffect(() => {
    if (isMoved.current) heading.current?.focus();
    isMoved.current = true;
  }, [step]);

  function go(to: Step): void {
    keepStep(tabStore, to);
    setStep(to);
  }
  function finish(): void {
    start.end();
    keepStep(tabStore, STEPS[0]);
  }
  function end(): void {
    finish();
    navigate('/');
  }

  const contents: Readonly<Record<Step, ReactNode>> = {
    devices: (
      <>
        <p>{t('firststeps.devices_text')}</p>
        {hasTestPage ? (
          <Button icon="camera" onPress={() => navigate('/test')}>
            {t('title.test')}
          </Button>
        ) : undefined}
      </>
    ),
    text: hasText ? <TextStep /> : <p>{t('firststeps.notext')}</p>,
    call: <CallStep onCall={finish} onEnd={end} />,
  };

  return (
    <PageFrame title={t('firststeps.title')} width="narrow" hasFocus>
      <ol className={styles.steps}>
        {STEPS.map((each) => (
          <li key={each} aria-current={each === step ? 'step' : undefined} className={styles.step}>
            {t(`firststeps.${each}`)}
          </li>
        ))}
      </ol>
      <Card className={styles.card}>
        <h2 ref={heading} tabIndex={-1} className={styles.heading}>
          {t(`firststeps.${step}`)}
        </h2>
        {contents[step]}
      </Card>
      <div className={styles.actions}>
        {before === undefined ? undefined : <Button onPress={() => go(before)}>{t('common.back')}</Button>}
        {after === undefined ? undefined : (
          <Button kind="primary" onPress={() => go(after)}>
            {t('firststeps.next')}
          </Button>
        )}
        <Button kind="quiet" onPress={end}>
          {after === undefined ? t('firststeps.finish') : t('firststeps.skip')}
        </Button>
      </div>
    </PageFrame>
  );
}

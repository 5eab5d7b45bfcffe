import type { SecondFactor } from '@samtal/api-contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { Card } from '../../ui/page/Card.tsx';
import styles from './SecondStepScreen.module.css';

export type SecondStepScreenProps = {
  /** By what the user can pass. */
  readonly factors: readonly SecondFactor[];
  readonly isBusy: boolean;
  /** Why the last attempt failed. */
  readonly problem?: string | undefined;
  /** The step is passed, and the account is to be deleted: when (decision D96). */
  readonly deletion?: string | undefined;
  readonly onCode: (code: string) => void;
  readonly onPasskey: () => void;
  readonly onKeep: () => void;
  readonly onBack: () => void;
};

/** The second step of the log-in: a code of an app, a recovery code, or a passkey. */
export function SecondStepScreen(props: SecondStepScreenProps) {
  const { factors, isBusy, problem, deletion, onCode, onPasskey, onKeep, onBack } = props;
  const { t } = useTranslation();
  const hasApp = factors.includes('app');
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const hasField = deletion === undefined && (hasApp || isRecovery);
  useEffect(() => (field.current ?? heading.current)?.focus(), []);
  useEffect(() => {
    if (problem !== undefined) field.current?.focus();
  }, [problem]);
  useEffect(() => {
    if (isRecovery) field.current?.focus();
  }, [isRecovery]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBusy) return;
    setIsMissing(code.trim() === '');
    if (code.trim() === '') field.current?.focus();
    else onCode(code);
  }
  function change(): void {
    setIsRecovery(!isRecovery);
    setCode('');
    setIsMissing(false);
  }

  const error = isMissing ? t('secondfactor.code_missing') : problem;
  return (
    <Card className={styles.card}>
      <h1 ref={heading} tabIndex={-1}>
        {t('secondfactor.step_title')}
      </h1>
      {deletion === undefined ? (
        <p>{t('secondfactor.step_text')}</p>
      ) : (
        <Alert type="danger">
          <p>{deletion}</p>
          <Button isBusy={isBusy} onPress={onKeep}>
            {t('login.keep')}
          </Button>
        </Alert>
      )}
      {!hasField && problem !== undefined ? <Alert type="danger">{problem}</Alert> : undefined}
      {hasField ? (
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            ref={field}
            label={t(isRecovery ? 'secondfactor.recovery_code' : 'secondfactor.code')}
            hint={t(isRecovery ? 'secondfactor.recovery_hint' : 'secondfactor.app_hint')}
            error={error}
            name="code"
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize={isRecovery ? 'characters' : 'none'}
            spellCheck={false}
            value={code}
            onChange={setCode}
          />
          <Button type="submit" kind="primary" size="large" isWide isBusy={isBusy}>
            {t('login.submit')}
          </Button>
        </form>
      ) : undefined}
      {deletion === undefined && factors.includes('passkey') ? (
        <Button kind={hasField ? 'secondary' : 'primary'} isWide isBusy={isBusy} onPress={onPasskey}>
          {t('secondfactor.passkey_use')}
        </Button>
      ) : undefined}
      {deletion === undefined && factors.includes('recovery') && (hasApp || !isRecovery) ? (
        <Button isWide onPress={change}>
          {t(isRecovery ? 'secondfactor.app_use' : 'secondfactor.recovery_use')}
        </Button>
      ) : undefined}
      <p className={styles.muted}>{t('secondfactor.lost')}</p>
      <div>
        <Button kind="quiet" onPress={onBack}>
          {t('secondfactor.back')}
        </Button>
      </div>
    </Card>
  );
}

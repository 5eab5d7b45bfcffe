import type { NewApp } from '@samtal/api-contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorApi } from '../../../client/ports/second-factor-api.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { QrCode } from '../../../ui/qr-code/QrCode.tsx';
import styles from './SecondFactor.module.css';
import { problemOf } from './use-second-factor.ts';

type Props = {
  readonly api: SecondFactorApi;
  readonly app: NewApp;
  readonly securityToken: string;
  /** The first factor, which ends the other sessions of the account. */
  readonly isFirst: boolean;
  readonly onAdded: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
};

/** The secret of a new authenticator app, as a picture and as text, and the code that confirms it. */
export function NewAppForm({ api, app, securityToken, isFirst, onAdded, onCancel }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<TextKey>();
  const [isBusy, setIsBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => heading.current?.focus(), []);

  function refuse(key: TextKey): void {
    setProblem(key);
    field.current?.focus();
  }
  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (code.trim() === '') return refuse('secondfactor.code_missing');
    setIsBusy(true);
    const answer = await api.confirmApp(securityToken, code);
    setIsBusy(false);
    if (answer.ok) onAdded(answer.value);
    else refuse(problemOf(answer).key);
  }

  return (
    <section className={styles.part}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t('secondfactor.app_add')}
      </h2>
      <p>{t('secondfactor.app_scan')}</p>
      <div className={styles.picture}>
        <QrCode text={app.address} label={t('secondfactor.app_qr')} />
      </div>
      <p>
        {t('secondfactor.app_key')}{' '}
        <code className={styles.secret} dir="ltr">
          {app.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </code>
      </p>
      <p>
        <a href={app.address}>{t('secondfactor.app_open')}</a>
      </p>
      <Alert type="info">{t('secondfactor.app_care')}</Alert>
      {isFirst ? <Alert type="info">{t('secondfactor.sessions_end')}</Alert> : undefined}
      <form className={styles.form} onSubmit={(event) => void confirm(event)} noValidate>
        <TextField
          ref={field}
          label={t('secondfactor.code')}
          hint={t('secondfactor.app_confirm')}
          error={problem && t(problem)}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          required
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('secondfactor.confirm')}
          </Button>
          <Button kind="quiet" onPress={onCancel}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </section>
  );
}

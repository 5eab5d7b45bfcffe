import { PASSKEY_LIMITS } from '@samtal/api-contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorApi } from '../../../client/ports/second-factor-api.ts';
import type { ApiResult } from '../../../client/ports/user-api.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Alert } from '../../../ui/notices/Alert.tsx';
import styles from './SecondFactor.module.css';
import { type Proof, type ProofProblem, problemOf } from './use-second-factor.ts';

type Props = {
  readonly api: SecondFactorApi;
  readonly username: string;
  readonly securityToken: string;
  /** Whether the second step is on, and whether a passkey can pass it. */
  readonly needs: { readonly step: boolean; readonly passkey: boolean };
  /** The name of a new passkey is asked for. */
  readonly hasName: boolean;
  readonly submitLabel: string;
  readonly isDangerous: boolean;
  /** Sends the change; a refusal is shown at its field. */
  readonly onSend: (proof: Proof, name: string) => Promise<ApiResult<unknown>>;
  readonly onCancel: () => void;
};

/** Asks for the password and, where it is on, for the second step, before a change of the second step. */
export function ProofForm(props: Props) {
  const { api, username, securityToken, needs, hasName, submitLabel, isDangerous, onSend, onCancel } = props;
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<
    ProofProblem | { field: 'name'; key: 'secondfactor.name_missing' }
  >();
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus(), []);
  useEffect(() => {
    if (problem !== undefined)
      form.current?.querySelector<HTMLInputElement>(`[name=${problem.field}]`)?.focus();
  }, [problem]);
  const errorOf = (field: string): string | undefined =>
    problem?.field === field ? t(problem.key) : undefined;

  async function send(more: Partial<Proof>): Promise<void> {
    const answer = await onSend({ password, ...more }, name.trim());
    setIsBusy(false);
    if (!answer.ok) setProblem(problemOf(answer));
  }
  function isComplete(needsCode: boolean): boolean {
    const missing =
      hasName && name.trim() === ''
        ? ({ field: 'name', key: 'secondfactor.name_missing' } as const)
        : password === ''
          ? ({ field: 'password', key: 'owndata.password_missing' } as const)
          : needsCode && code.trim() === ''
            ? ({ field: 'code', key: 'secondfactor.code_missing' } as const)
            : undefined;
    setProblem(missing);
    return missing === undefined;
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBusy || !isComplete(needs.step)) return;
    setIsBusy(true);
    void send(needs.step ? { code } : {});
  }
  async function withPasskey(): Promise<void> {
    if (isBusy || !isComplete(false)) return;
    setIsBusy(true);
    const asked = await api.askPasskey({ securityToken });
    if (asked.ok) return send({ passkey: asked.value });
    setIsBusy(false);
    setProblem({ field: 'form', key: 'secondfactor.passkey_failed' });
    return undefined;
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {problem?.field === 'form' ? <Alert type="danger">{t(problem.key)}</Alert> : undefined}
      {hasName ? (
        <TextField
          label={t('secondfactor.passkey_name')}
          hint={t('secondfactor.passkey_name_hint')}
          error={errorOf('name')}
          name="name"
          value={name}
          onChange={(typed) => setName(typed.slice(0, PASSKEY_LIMITS.nameLength))}
          required
        />
      ) : undefined}
      {/* Tells a password manager which username the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label={t('login.password')}
        hint={t('owndata.password_why')}
        error={errorOf('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        required
      />
      {needs.step ? (
        <TextField
          label={t('secondfactor.code')}
          hint={t('secondfactor.code_hint')}
          error={errorOf('code')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={setCode}
          required
        />
      ) : undefined}
      <div className={styles.actions}>
        <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} isBusy={isBusy}>
          {submitLabel}
        </Button>
        {needs.step && needs.passkey ? (
          <Button isBusy={isBusy} onPress={() => void withPasskey()}>
            {t('secondfactor.passkey_use')}
          </Button>
        ) : undefined}
        <Button kind="quiet" onPress={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}

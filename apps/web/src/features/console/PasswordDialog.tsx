import { ERROR_CODES, type StrongProof } from '@samtal/api-contract';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadAccountsContext } from '../../client/hooks/accounts.ts';
import { AppServicesContext } from '../../client/hooks/app-services.ts';
import type { ConsoleApi } from '../../client/ports/console-api.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { failureText } from './failure-text.ts';

type Props = {
  readonly api: Pick<ConsoleApi, 'confirm'>;
  readonly username: string;
  readonly onEnd: (isConfirmed: boolean) => void;
};

/**
 * Asks for the own password before a change, and then for the second step if the account has one: a device left open
 * must not be enough.
 */
export function PasswordDialog({ api, username, onEnd }: Props) {
  const { t } = useTranslation();
  const services = use(AppServicesContext);
  const loadAccounts = use(LoadAccountsContext);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [hasStep, setHasStep] = useState(false);
  const [problem, setProblem] = useState<{ readonly isOfCode?: boolean; readonly text: string }>();
  const [isBusy, setIsBusy] = useState(false);

  async function send(step: Omit<StrongProof, 'password'>): Promise<void> {
    setIsBusy(true);
    const result = await api.confirm({ password, ...step });
    setIsBusy(false);
    if (result.ok) return onEnd(true);
    if (result.errorCode === ERROR_CODES.secondFactorNeeded) {
      setProblem(undefined);
      return setHasStep(true);
    }
    if (result.errorCode === ERROR_CODES.secondFactorWrong)
      return setProblem({
        isOfCode: true,
        text: t(result.status === 429 ? 'secondfactor.too_many' : 'secondfactor.code_wrong'),
      });
    const isWrong = result.status === 400 && result.errorCode !== ERROR_CODES.signInNeeded;
    return setProblem({ text: t(isWrong ? 'owndata.password_wrong' : failureText(result)) });
  }
  function confirm(): void {
    if (isBusy) return;
    if (password === '') setProblem({ text: t('owndata.password_missing') });
    else if (hasStep && code.trim() === '')
      setProblem({ isOfCode: true, text: t('secondfactor.code_missing') });
    else void send(hasStep ? { code } : {});
  }
  async function confirmByPasskey(): Promise<void> {
    const state = services?.session.state.get();
    if (isBusy || state?.phase !== 'signedIn') return;
    setIsBusy(true);
    const api = await loadAccounts?.()
      .then(({ loadSecondFactor }) => loadSecondFactor())
      .catch(() => undefined);
    const { securityToken } = state.user;
    const asked = await api?.askPasskey({ securityToken });
    setIsBusy(false);
    if (asked?.ok === true) void send({ passkey: asked.value });
    else setProblem({ isOfCode: true, text: t('secondfactor.passkey_failed') });
  }
  const onKeyDown = ({ key }: { readonly key: string }): void => {
    // A form with two fields and no button of its own is not submitted by Enter (HTML, implicit submission).
    if (key === 'Enter') confirm();
  };

  return (
    <Dialog
      title={t('console.password_title')}
      onCancel={() => onEnd(false)}
      actions={
        <>
          <Button onPress={() => onEnd(false)}>{t('common.cancel')}</Button>
          {hasStep ? (
            <Button isBusy={isBusy} onPress={() => void confirmByPasskey()}>
              {t('secondfactor.passkey_use')}
            </Button>
          ) : undefined}
          <Button kind="primary" isBusy={isBusy} onPress={confirm}>
            {t('console.go_on')}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => event.preventDefault()}>
        {/* Tells a password manager which username the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <TextField
          label={t('login.password')}
          hint={t('console.password_why')}
          error={problem?.isOfCode === true ? undefined : problem?.text}
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          onKeyDown={onKeyDown}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of a dialog that the user has caused
          autoFocus
          required
        />
        {hasStep ? (
          <TextField
            label={t('secondfactor.code')}
            hint={t('secondfactor.code_hint')}
            error={problem?.isOfCode === true ? problem.text : undefined}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={setCode}
            onKeyDown={onKeyDown}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the server asks for it
            autoFocus
            required
          />
        ) : undefined}
      </form>
    </Dialog>
  );
}

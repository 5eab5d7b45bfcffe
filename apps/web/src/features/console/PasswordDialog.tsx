import { ERROR_CODES } from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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

/** Asks for the own password before a change: a device left open must not be enough. */
export function PasswordDialog({ api, username, onEnd }: Props) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function confirm(): Promise<void> {
    if (isBusy) return;
    if (password === '') return setProblem(t('owndata.password_missing'));
    setIsBusy(true);
    const result = await api.confirm(password);
    setIsBusy(false);
    if (result.ok) onEnd(true);
    else if (result.status === 400 && result.errorCode !== ERROR_CODES.signInNeeded)
      setProblem(t('owndata.password_wrong'));
    else setProblem(t(failureText(result)));
  }

  return (
    <Dialog
      title={t('console.password_title')}
      onCancel={() => onEnd(false)}
      actions={
        <>
          <Button onPress={() => onEnd(false)}>{t('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} onPress={() => void confirm()}>
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
          error={problem}
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          // A form with two fields and no button of its own is not submitted by Enter (HTML, implicit submission).
          onKeyDown={({ key }) => {
            if (key === 'Enter') void confirm();
          }}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of a dialog that the user has caused
          autoFocus
          required
        />
      </form>
    </Dialog>
  );
}

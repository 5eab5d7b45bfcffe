import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { FormFrame } from '../form/FormFrame.tsx';
import type { OwnPassword } from './use-own-password.ts';

type Props = {
  readonly own: OwnPassword;
  readonly username: string;
  readonly submitLabel: string;
  readonly isDangerous?: boolean;
  readonly onSend: () => void;
  readonly actions?: ReactNode;
};

/** A form with the password of the user and one button. */
export function OwnPasswordForm({ own, username, submitLabel, isDangerous = false, onSend, actions }: Props) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const { form, isBusy } = own;
  return (
    <FormFrame
      form={form}
      labelOf={() => t('login.password')}
      submitLabel={submitLabel}
      busyLabel={submitLabel}
      submitKind={isDangerous ? 'danger' : 'primary'}
      isBusy={isBusy}
      onSend={onSend}
      actions={actions}
    >
      {/* Tells a password manager which username the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextField
        {...form.input('password')}
        label={t('login.password')}
        hint={t('owndata.password_why')}
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        required
        end={
          <IconButton
            icon={isShown ? 'eyeOff' : 'eye'}
            label={isShown ? t('login.hide_password') : t('login.show_password')}
            onPress={() => setIsShown(!isShown)}
          />
        }
      />
    </FormFrame>
  );
}

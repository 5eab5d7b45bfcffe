import { CAPABILITY_KEYS, valueOf } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../client/session/user.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';

/** What the user has typed, and whether the server has called it wrong. */
export type TypedPassword = { readonly value: string; readonly isWrong: boolean };

/** The server asks users with a role for the present password before a new password or e-mail address (decision D98). */
export const hasRole = ({ capabilities }: Pick<User, 'capabilities'>): boolean =>
  valueOf(capabilities, CAPABILITY_KEYS.consoleRole) !== undefined;

type Props = {
  readonly typed: TypedPassword;
  readonly onChange: (typed: TypedPassword) => void;
};

/** The field for the present password. */
export function CurrentPassword({ typed, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('login.password')}
      hint={t('owndata.password_why')}
      value={typed.value}
      onChange={(value) => onChange({ value, isWrong: false })}
      error={typed.isWrong ? t('owndata.password_wrong') : undefined}
      type="password"
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}

import { useTranslation } from 'react-i18next';
import type { NewPassword } from './new-password.ts';
import { PasswordFields } from './PasswordFields.tsx';
import type { AccountForm } from './use-account-form.ts';

/** The two fields in which the user types a new password twice. */
export function NewPasswordFields({ form }: { readonly form: AccountForm<keyof NewPassword> }) {
  const { t } = useTranslation();
  return (
    <PasswordFields
      first={{ ...form.input('password1'), label: t('newpassword.password1') }}
      second={{ ...form.input('password2'), label: t('newpassword.password2') }}
      required
    />
  );
}

import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { type NewPassword, newPasswordProblems } from './new-password.ts';
import { type AccountForm, useAccountForm } from './use-account-form.ts';
import { useFieldWords } from './use-field-words.ts';

const names = ['password1', 'password2'] as const;
const nothing: NewPassword = { password1: '', password2: '' };

/**
 * State of a form in which the user types a new password twice.
 * @param username of the account; '' = not known
 * @param mismatch error text for two passwords that differ; '' = the standard text
 */
export function useNewPassword(username: string, mismatch: string): AccountForm<keyof NewPassword> {
  const { t } = useTranslation();
  const { registration } = useAppServices().brand;
  const wordsOf = useFieldWords();
  return useAccountForm<keyof NewPassword>({
    names,
    initial: nothing,
    check(values) {
      const { password1, password2 } = newPasswordProblems(values, username, registration);
      return {
        ...(password1 === undefined ? {} : { password1: wordsOf('password', password1) }),
        ...(password2 === undefined ? {} : { password2: mismatch || t('password2_helptext') }),
      };
    },
  });
}

import {
  FIELDS,
  type FieldName,
  type FieldProblem,
  type FieldRule,
  PASSWORD_LENGTH,
} from '@samtal/api-contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { localTextOf } from '../../../client/format/local-text.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import type { TextKey } from '../../../i18n/index.ts';

const invalid: Readonly<Record<FieldRule, TextKey>> = {
  username: 'error.invalid_username',
  password: 'error.invalid_password',
  email: 'error.invalid_email',
  phone: 'error.invalid_phone',
  mobile: 'error.invalid_mobile',
  text: 'common.invalid_characters',
  free: 'common.invalid_characters',
};

/**
 * Returns a function that gives the text of a field's error. The operator may set the text for a password
 * that is not valid (SIGNUP-08, BRAND-12).
 */
export function useFieldWords(): (name: FieldName, problem: FieldProblem) => string {
  const { t, i18n } = useTranslation();
  const { passwordRegexText, passwordMaxLength } = useAppServices().brand.registration;
  return useCallback(
    (name, problem) => {
      if (problem === 'required') return t('common.required');
      if (problem === 'usernameInPassword') return t('error.username_in_password');
      const own = name === 'password' ? localTextOf(passwordRegexText, i18n.language) : '';
      if (own !== '') return own;
      const { rule } = FIELDS[name];
      return rule === 'password' && passwordMaxLength > PASSWORD_LENGTH.most
        ? t('error.invalid_password_long', { most: passwordMaxLength })
        : t(invalid[rule]);
    },
    [t, i18n.language, passwordRegexText, passwordMaxLength],
  );
}

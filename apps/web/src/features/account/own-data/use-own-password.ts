import { ERROR_CODES } from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import type { ApiFailure, ApiResult } from '../../../client/ports/user-api.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { type AccountForm, useAccountForm } from '../form/use-account-form.ts';
import { profileAlert } from '../profile/profile-alert.ts';

export type OwnPassword = {
  readonly form: AccountForm<'password'>;
  readonly isBusy: boolean;
  /** Sends a request with the typed password; a refusal is shown at the field, or as an alert. */
  readonly send: <T>(ask: (password: string) => Promise<ApiResult<T>>) => Promise<T | undefined>;
};

function refusalOf({ status, errorCode }: ApiFailure): TextKey {
  if (errorCode === ERROR_CODES.lastOperator) return 'owndata.last_operator';
  if (errorCode === ERROR_CODES.passwordIsNew) return 'owndata.password_new';
  return status === 429 ? 'owndata.later' : 'owndata.error';
}

/** State of a form in which users prove with their password that it is really them (decision D96). */
export function useOwnPassword(): OwnPassword {
  const { t } = useTranslation();
  const { alerts } = useAppServices();
  const [isBusy, setIsBusy] = useState(false);
  const form = useAccountForm<'password'>({
    names: ['password'],
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: t('owndata.password_missing') } : {}),
  });
  return {
    form,
    isBusy,
    async send(ask) {
      const { password } = form.values;
      alerts.clear(profileAlert);
      setIsBusy(true);
      const answer = await ask(password);
      setIsBusy(false);
      if (answer.ok) return answer.value;
      if (answer.errorCode === ERROR_CODES.wrongCredentials) {
        form.refuse('password', password, t('owndata.password_wrong'));
        form.showProblems();
      } else {
        alerts.show({ id: profileAlert, type: 'danger', message: { key: refusalOf(answer) } });
      }
      return undefined;
    },
  };
}

import {
  type Brand,
  ERROR_CODES,
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  invalidKeyIn,
  type OrganisationRules,
  registrationPayload,
} from '@samtal/api-contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '../../../client/hooks/accounts.ts';
import type { Captcha } from '../../../client/hooks/use-captcha.ts';
import { useIsThere } from '../../../client/hooks/use-is-there.ts';
import type { ApiFailure } from '../../../client/ports/user-api.ts';
import { failureText, isNetworkFailure, leavesOpen } from '../form/failure-text.ts';
import { takenBy } from '../form/taken.ts';
import type { AccountForm } from '../form/use-account-form.ts';
import { useFieldWords } from '../form/use-field-words.ts';
import { findUsername } from './find-username.ts';
import type { Registered } from './RegistrationComplete.tsx';
import {
  isPasswordGenerated,
  type RegistrationName,
  type RegistrationValues,
  registrationProblems,
  valuesToSend,
} from './registration-fields.ts';

type Options = {
  readonly plan: { readonly organisation: OrganisationRules; readonly registration: Brand['registration'] };
  readonly values: RegistrationValues;
  readonly form: AccountForm<RegistrationName>;
  readonly captcha: Captcha;
  readonly onRegistered: (registered: Registered) => void;
};

export type SendingRegistration = {
  readonly isBusy: boolean;
  /** Why the last attempt failed; a new object for each attempt. */
  readonly failure: { readonly text: string } | undefined;
  readonly send: () => Promise<void>;
  /** Asks the server whether username or e-mail address is taken; if so, shows an error (SIGNUP-16, -17). */
  readonly checkIsFree: (name: FieldName) => Promise<void>;
};

/** Sends a registration and shows the server's answer in the form. */
export function useRegistration({ plan, values, form, captcha, onRegistered }: Options): SendingRegistration {
  const { t, i18n } = useTranslation();
  const { api } = useAccounts();
  const wordsOf = useFieldWords();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<SendingRegistration['failure']>();
  const isThere = useIsThere();
  const { registration } = plan;
  const sent = valuesToSend(values, plan);

  /** Shows the server's error at the field that caused it. */
  function showAtField(refusal: ApiFailure): void {
    const taken = takenBy(refusal.errorCode);
    // A generated username is generated again at the next attempt, so only typed values are marked.
    if (taken !== undefined && values[taken.name].trim() !== '')
      form.refuse(taken.name, values[taken.name], t(taken.text));
    if (refusal.errorCode !== ERROR_CODES.invalidValue) return;
    const key = invalidKeyIn(refusal.failureText ?? '');
    const field = FIELD_NAMES.find((name) => FIELDS[name].payload === key);
    if (field === undefined) return;
    // Only the server knows which SIP addresses are allowed.
    const text = field === 'sipaddress' ? t('registration.sip_not_possible') : wordsOf(field, 'invalid');
    form.refuse(field, values[field], text);
  }

  function fail(refusal: ApiFailure): void {
    // A captcha answer is valid only once, and it may be the cause of the failure.
    captcha.reset();
    showAtField(refusal);
    if (isNetworkFailure(refusal)) return;
    const text =
      refusal.errorCode === ERROR_CODES.registrationNotEnabled
        ? t('registration.not_enabled')
        : t('registration.error', { text: failureText(refusal) });
    setFailure({ text });
  }

  return {
    isBusy,
    failure,
    async send() {
      setIsBusy(true);
      const found = await findUsername(sent, api);
      const isGenerated = isPasswordGenerated(sent, registration);
      const answer =
        'username' in found
          ? await api.register({
              payload: registrationPayload(
                { ...sent, username: found.username, password: isGenerated ? '' : sent.password },
                registration.defaultOrganisation,
              ),
              isPasswordGenerated: isGenerated,
              isMailWanted: registration.sendRegistrationMail,
              language: i18n.language,
              captcha: captcha.answer,
            })
          : found;
      if (!isThere()) return;
      setIsBusy(false);
      if (!answer.ok) fail(answer);
      else if ('username' in found)
        onRegistered({
          status: answer.value.status,
          username: found.username,
          isPasswordGenerated: isGenerated,
        });
    },
    async checkIsFree(name) {
      const value = values[name];
      const isWorthAsking = value.trim() !== '' && registrationProblems(values, plan)[name] === undefined;
      if ((name !== 'username' && name !== 'email') || !isWorthAsking) return;
      const answer = await api.checkIsFree({ key: name, value: value.trim() });
      // The result may be unknown.
      if (answer.ok || leavesOpen(answer) || !isThere()) return;
      const text = name === 'email' ? t('registration.email_exists') : t('registration.username_exists');
      form.refuse(name, value, text);
    },
  };
}

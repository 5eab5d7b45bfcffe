import type { OrganisationRules } from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { localTextOf } from '../../../client/format/local-text.ts';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { useCaptcha } from '../../../client/hooks/use-captcha.ts';
import { useTermsOfUse } from '../../../client/hooks/use-terms-of-use.ts';
import { CaptchaCheck } from '../form/CaptchaCheck.tsx';
import { FormFrame } from '../form/FormFrame.tsx';
import { Outcome } from '../form/Outcome.tsx';
import { useAccountForm } from '../form/use-account-form.ts';
import { useFieldWords } from '../form/use-field-words.ts';
import { LicenceField } from './LicenceField.tsx';
import type { Registered } from './RegistrationComplete.tsx';
import { RegistrationField } from './RegistrationField.tsx';
import {
  emptyRegistration,
  type RegistrationName,
  type RegistrationValues,
  registrationProblems,
  visibleFields,
  visibleNames,
} from './registration-fields.ts';
import { useRegistration } from './use-registration.ts';

export type RegistrationFormProps = {
  readonly rules: OrganisationRules;
  readonly organisationId: string;
  readonly onOrganisationChange: (id: string) => void;
  readonly onRegistered: (registered: Registered) => void;
};

/**
 * The registration form as organisation and operator configured it (SIGNUP-01). The fields keep their input
 * when the registration fails.
 */
export function RegistrationForm({
  rules,
  organisationId,
  onOrganisationChange,
  onRegistered,
}: RegistrationFormProps) {
  const { t, i18n } = useTranslation();
  const { registration } = useAppServices().brand;
  const terms = useTermsOfUse();
  const wordsOf = useFieldWords();
  const captcha = useCaptcha();
  const plan = { organisation: rules, registration };
  const mismatch = localTextOf(registration.passwordMismatchText, i18n.language) || t('password2_helptext');

  function check(values: RegistrationValues): Partial<Record<RegistrationName, string>> {
    const problems = registrationProblems({ ...values, organisation: organisationId }, plan);
    return Object.fromEntries(
      Object.entries(problems).map(([key, problem]) => {
        const name = key as RegistrationName;
        if (name === 'licence' || problem === 'notAccepted') return [name, t('registration.check_checkbox')];
        if (name === 'password2' || problem === 'mismatch') return [name, mismatch];
        return [name, wordsOf(name, problem)];
      }),
    );
  }

  const form = useAccountForm<RegistrationName>({
    names: visibleNames(plan),
    initial: emptyRegistration,
    check,
  });
  const values = { ...form.values, organisation: organisationId };
  const { isBusy, failure, send, checkIsFree } = useRegistration({
    plan,
    values,
    form,
    captcha,
    onRegistered,
  });

  return (
    <FormFrame
      form={form}
      labelOf={(name) => t(`registration.${name}`)}
      submitLabel={t('registration.submit')}
      busyLabel={t('registration.inprogress')}
      isBusy={isBusy}
      isHeldUp={!captcha.isValid}
      onSend={() => void send()}
      outcome={
        failure === undefined ? undefined : (
          <Outcome type="danger" of={failure}>
            {failure.text}
          </Outcome>
        )
      }
    >
      <p>{t('common.required_hint')}</p>
      {visibleFields(plan).map((name) => (
        <RegistrationField
          key={name}
          name={name}
          plan={plan}
          values={values}
          form={form}
          onOrganisationChange={onOrganisationChange}
          onLeave={() => void checkIsFree(name)}
        />
      ))}
      {registration.license ? <LicenceField input={form.input('licence')} /> : undefined}
      {terms === undefined ? undefined : (
        <p>
          <a href={terms.url} target="_blank" rel="noreferrer">
            {terms.text}
          </a>
        </p>
      )}
      <CaptchaCheck captcha={captcha} />
    </FormFrame>
  );
}

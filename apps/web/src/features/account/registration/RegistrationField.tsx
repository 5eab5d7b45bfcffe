import {
  type Brand,
  FIELDS,
  type FieldName,
  type FieldRule,
  type OrganisationRules,
} from '@samtal/api-contract';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { inputKind } from '../form/input-kind.ts';
import { PasswordFields } from '../form/PasswordFields.tsx';
import type { AccountForm } from '../form/use-account-form.ts';
import {
  isRequired,
  type RegistrationName,
  type RegistrationValues,
  valuesToSend,
} from './registration-fields.ts';

export type RegistrationFieldProps = {
  readonly name: FieldName;
  readonly plan: { readonly organisation: OrganisationRules; readonly registration: Brand['registration'] };
  readonly values: RegistrationValues;
  readonly form: AccountForm<RegistrationName>;
  readonly onOrganisationChange: (id: string) => void;
  /** Called when the field loses the focus. */
  readonly onLeave: () => void;
};

/** One field of the registration form; the password has two inputs (SIGNUP-02, SIGNUP-03). */
export function RegistrationField({
  name,
  plan,
  values,
  form,
  onOrganisationChange,
  onLeave,
}: RegistrationFieldProps) {
  const { t } = useTranslation();
  const { brand } = useAppServices();
  const input = form.input(name);
  const label = t(`registration.${name}`);
  const required = isRequired(name, valuesToSend(values, plan), plan);
  if (name === 'organisation') {
    const { organisations } = brand.registration;
    const known = organisations.map((each) => ({ value: String(each.id), label: each.name }));
    return (
      <SelectField
        label={label}
        name={name}
        required
        value={values.organisation}
        // If the brand lists no organisations, the default one is the only choice, with the brand's name.
        options={known.length === 0 ? [{ value: values.organisation, label: brand.name }] : known}
        onChange={onOrganisationChange}
      />
    );
  }
  if (name === 'password')
    return (
      <PasswordFields
        first={{ ...input, label }}
        second={{ ...form.input('password2'), label: t('registration.password2') }}
        required={required}
      />
    );
  const { rule, autocomplete }: { readonly rule: FieldRule; readonly autocomplete: string } = FIELDS[name];
  return (
    <TextField
      {...input}
      {...inputKind(rule)}
      label={label}
      autoComplete={autocomplete}
      required={required}
      hint={name === 'username' && !required ? t('registration.username_optional') : undefined}
      onBlur={() => {
        input.onBlur();
        onLeave();
      }}
    />
  );
}

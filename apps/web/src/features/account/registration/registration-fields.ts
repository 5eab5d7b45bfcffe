import {
  type Brand,
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  type FieldProblem,
  type FieldValues,
  fieldProblem,
  generateUsername,
  isFieldName,
  type OrganisationRules,
} from '@samtal/api-contract';

/** Inputs of the form: the fields of the account, the repeated password, and the licence. */
export type RegistrationName = FieldName | 'password2' | 'licence';
export type RegistrationValues = Readonly<Record<RegistrationName, string>>;
export type RegistrationProblem = FieldProblem | 'mismatch' | 'notAccepted';

type Rules = Brand['registration'];
type Plan = { readonly organisation: OrganisationRules; readonly registration: Rules };

/** Value of the input `licence` when the user has accepted the licence. */
export const ACCEPTED = 'true';

export const emptyRegistration: RegistrationValues = Object.fromEntries(
  [...FIELD_NAMES, 'password2', 'licence'].map((name) => [name, '']),
) as RegistrationValues;

/**
 * The fields that the organisation asks for, in the order set by the operator (SIGNUP-04 … -06); not the
 * password if the server generates it.
 */
export function visibleFields({ organisation, registration }: Plan): readonly FieldName[] {
  const order = [...new Set([...registration.fieldOrder.filter(isFieldName), ...FIELD_NAMES])];
  const isVisible = (name: FieldName): boolean =>
    organisation.registrationFields.includes(name) && !(name === 'password' && registration.autogenerate);
  return order.filter(isVisible);
}

/** Visible inputs in the order of the form: the repeated password after the password, the licence last. */
export function visibleNames(plan: Plan): readonly RegistrationName[] {
  const names = visibleFields(plan).flatMap<RegistrationName>((name) =>
    name === 'password' ? [name, 'password2'] : [name],
  );
  return plan.registration.license ? [...names, 'licence'] : names;
}

/** The values to send: an invisible field counts as empty. */
export function valuesToSend(values: RegistrationValues, plan: Plan): FieldValues {
  const visible = visibleFields(plan);
  return Object.fromEntries(
    FIELD_NAMES.map((name) => [name, visible.includes(name) ? values[name] : '']),
  ) as FieldValues;
}

/** Whether the server generates the password (SIGNUP-29). */
export const isPasswordGenerated = ({ password }: FieldValues, { autogenerate }: Rules): boolean =>
  autogenerate || password === '';

/** Fields from which a username can be generated (SIGNUP-23, SIGNUP-24). */
const nameSources = ['firstname', 'lastname', 'email', 'sipaddress'] as const;

/** The typed username, or one generated from other fields (SIGNUP-23, SIGNUP-24). */
const usernameOf = (values: FieldValues): string => values.username.trim() || generateUsername(values);

/** Whether a field is required: then it has an asterisk and must not be empty (SIGNUP-03, SIGNUP-32). */
export function isRequired(
  name: FieldName,
  values: FieldValues,
  { organisation, registration }: Plan,
): boolean {
  // A link or a password can be sent only to an e-mail address.
  const isMailNeeded = organisation.isVerificationNeeded || isPasswordGenerated(values, registration);
  return organisation.requiredFields.includes(name) || (name === 'email' && isMailNeeded);
}

/** Errors of the form (SIGNUP-06 … SIGNUP-15); invisible fields are not validated. */
export function registrationProblems(
  typed: RegistrationValues,
  plan: Plan,
): Partial<Record<RegistrationName, RegistrationProblem>> {
  const { registration } = plan;
  const values = valuesToSend(typed, plan);
  const username = usernameOf(values);
  const found: Partial<Record<RegistrationName, RegistrationProblem>> = {};
  for (const name of visibleFields(plan)) {
    const value = name === 'password' ? values[name] : values[name].trim();
    const problem = fieldProblem(FIELDS[name].rule, value, registration, {
      isRequired: isRequired(name, values, plan),
      username,
    });
    if (problem !== undefined) found[name] = problem;
  }
  // If no username can be generated, and no error of a source field explains why, the user must type one.
  if (username === '' && !nameSources.some((name) => found[name] !== undefined)) found.username = 'required';
  if (values.password !== '' && typed.password2 !== values.password) found.password2 = 'mismatch';
  if (registration.license && typed.licence !== ACCEPTED) found.licence = 'notAccepted';
  return found;
}

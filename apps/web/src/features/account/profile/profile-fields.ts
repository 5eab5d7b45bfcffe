import {
  type AccountRules,
  FIELDS,
  type FieldName,
  type FieldProblem,
  fieldProblem,
  type KeyValue,
  type OrganisationRules,
  valueOf,
} from '@samtal/api-contract';

/** What the profile shows, in its order (PROFILE-01). */
export const SHOWN = [
  'username',
  'sipaddress',
  'firstname',
  'lastname',
  'email',
  'address',
  'postcode',
  'city',
  'phonenumber',
  'mobilenumber',
] as const satisfies readonly FieldName[];

/** What a person may change, as far as their organisation lets them (PROFILE-04). */
const CHANGEABLE = [
  'firstname',
  'lastname',
  'email',
  'address',
  'postcode',
  'city',
  'phonenumber',
  'mobilenumber',
  'textphonenumber',
  'isdnnumber',
  'gggnumber',
  'faxnumber',
] as const satisfies readonly FieldName[];

export type ProfileName = (typeof CHANGEABLE)[number];
export type ProfileValues = Readonly<Record<ProfileName, string>>;

export const changeableNames = ({
  changeableFields,
}: Pick<OrganisationRules, 'changeableFields'>): readonly ProfileName[] =>
  CHANGEABLE.filter((name) => changeableFields.includes(name));

/** What the account holds for a field; '' = nothing. */
export const savedValue = (properties: readonly KeyValue[], name: FieldName): string =>
  valueOf(properties, FIELDS[name].property) ?? '';

export const savedValues = (properties: readonly KeyValue[]): ProfileValues =>
  Object.fromEntries(CHANGEABLE.map((name) => [name, savedValue(properties, name)])) as ProfileValues;

/** Several SIP addresses stand in one property (PROFILE-02). */
export const sipAddressesOf = (value: string): readonly string[] =>
  value
    .split('|')
    .map((address) => address.trim())
    .filter((address) => address !== '');

/** E-mail is the way to a new password: it cannot be left out (PROFILE-06). */
export const isRequired = (name: ProfileName, { requiredFields }: OrganisationRules): boolean =>
  name === 'email' || requiredFields.includes(name);

/** The fields that differ from what is saved, trimmed (PROFILE-07). */
export function changesOf(
  values: ProfileValues,
  saved: ProfileValues,
  names: readonly ProfileName[],
): readonly (KeyValue & { readonly name: ProfileName })[] {
  return names
    .filter((name) => values[name].trim() !== saved[name])
    .map((name) => ({ name, key: FIELDS[name].property, value: values[name].trim() }));
}

type Context = {
  readonly saved: ProfileValues;
  readonly names: readonly ProfileName[];
  readonly organisation: OrganisationRules;
  readonly rules: AccountRules;
};

/** What is wrong (PROFILE-06, PROFILE-14). What was there before is not judged: it may be older than the rules. */
export function profileProblems(
  values: ProfileValues,
  { saved, names, organisation, rules }: Context,
): Partial<Record<ProfileName, FieldProblem>> {
  const found: Partial<Record<ProfileName, FieldProblem>> = {};
  for (const name of names) {
    const value = values[name].trim();
    if (value !== '' && value === saved[name]) continue;
    const problem = fieldProblem(FIELDS[name].rule, value, rules, {
      isRequired: isRequired(name, organisation),
    });
    if (problem !== undefined) found[name] = problem;
  }
  return found;
}

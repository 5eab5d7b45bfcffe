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

/** Fields of the profile, in display order (PROFILE-01). */
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

/** Fields that the user may change, each only if the organisation allows it (PROFILE-04). */
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

/** Kinds of numbers that are hardly in use any more. */
const OUTDATED: readonly ProfileName[] = ['textphonenumber', 'isdnnumber', 'gggnumber', 'faxnumber'];

/**
 * The fields that the user may change.
 * @param withoutOutdated leaves out kinds of numbers that are hardly in use, unless the user has one, or must
 * (decision D63)
 */
export const changeableNames = (
  organisation: OrganisationRules,
  saved: ProfileValues,
  withoutOutdated: boolean,
): readonly ProfileName[] =>
  CHANGEABLE.filter((name) => {
    const isNeeded = saved[name] !== '' || isRequired(name, organisation);
    const isLeftOut = withoutOutdated && OUTDATED.includes(name) && !isNeeded;
    return organisation.changeableFields.includes(name) && !isLeftOut;
  });

/** Saved value of a field; '' = none. */
export const savedValue = (properties: readonly KeyValue[], name: FieldName): string =>
  valueOf(properties, FIELDS[name].property) ?? '';

export const savedValues = (properties: readonly KeyValue[]): ProfileValues =>
  Object.fromEntries(CHANGEABLE.map((name) => [name, savedValue(properties, name)])) as ProfileValues;

/** The SIP addresses in a property value, where `|` separates them (PROFILE-02). */
export const sipAddressesOf = (value: string): readonly string[] =>
  value
    .split('|')
    .map((address) => address.trim())
    .filter((address) => address !== '');

/** Whether a field is required. The e-mail address always is: a password reset needs it (PROFILE-06). */
export const isRequired = (name: ProfileName, { requiredFields }: OrganisationRules): boolean =>
  name === 'email' || requiredFields.includes(name);

/** The fields whose trimmed value differs from the saved one (PROFILE-07). */
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

/**
 * Errors of the fields (PROFILE-06, PROFILE-14). An unchanged value is not validated, because it may be older
 * than the rules.
 */
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

import {
  CAPABILITY_KEYS,
  featureNames,
  isFieldName,
  isOrganisationSettingKey,
  ORGANISATION_SETTINGS,
  SYSTEM_SETTINGS,
} from '@samtal/api-contract';
import { RETENTION_KEY } from '../domain/people/history.ts';

type Rule = { readonly isValid: (value: string) => boolean; readonly form: string };

const matching = (pattern: RegExp, form: string): Rule => ({ isValid: (value) => pattern.test(value), form });

const SWITCH = matching(/^(?:true|false)$/, 'true or false');
const FEATURE = matching(
  /^(?:true|false|\d{1,9}(?:,\d{1,9})*)$/,
  'true, false or the numbers of organisations, such as 1,2',
);
const FIELD_LIST: Rule = {
  isValid: (value) => value.split(',').every((name) => isFieldName(name.trim())),
  form: 'names of fields, such as username,email',
};

const PERSON_RULES: Readonly<Record<keyof typeof SYSTEM_SETTINGS, Rule>> = {
  GEO_EMERGENCY_NUMBERS: matching(/^[^\s,]{1,32}(?:, ?[^\s,]{1,32})*$/, 'numbers, such as 112,911'),
  GEO_TRACK_USER_LOCATION: SWITCH,
  GEO_SEND_ON_EMERGENCY_CALL: SWITCH,
  GEO_UPDATE_LIMIT: matching(/^\d{1,6}$/, 'a whole number of metres'),
};

/** Keys that override a flag of the brand, such as `FEATURE_HISTORY`. */
const isFeatureKey = (key: string): boolean =>
  featureNames().some((name) => key === `${CAPABILITY_KEYS.featurePrefix}${name.toUpperCase()}`);

const isPersonKey = (key: string): key is keyof typeof SYSTEM_SETTINGS => Object.hasOwn(SYSTEM_SETTINGS, key);

/** The values allowed for a setting of one user; undefined = there is no such setting. */
export const personRule = (key: string): Rule | undefined =>
  isPersonKey(key) ? PERSON_RULES[key] : undefined;

/** The values allowed for a setting of an organisation; undefined = there is no such setting. */
export function organisationRule(key: string): Rule | undefined {
  if (isOrganisationSettingKey(key))
    return ORGANISATION_SETTINGS[key].kind === 'switch' ? SWITCH : FIELD_LIST;
  // The server treats an invalid period as "for ever", which the operator did not intend.
  if (key === RETENTION_KEY) return matching(/^\d{1,5}$/, 'a whole number of days, 0 for ever');
  if (key === CAPABILITY_KEYS.history) return SWITCH;
  return isFeatureKey(key) ? FEATURE : personRule(key);
}

import {
  CAPABILITY_KEYS,
  featureNames,
  isFieldName,
  isOrganisationSettingKey,
  ORGANISATION_SETTINGS,
  SYSTEM_SETTINGS,
} from '@samtal/api-contract';
import { RETENTION_KEY } from '../people/history.ts';
import type { SettingRule } from './setting-rules.ts';
import { matching, personRule, SWITCH } from './setting-rules.ts';

const FEATURE = matching(
  /^(?:true|false|\d{1,9}(?:,\d{1,9})*)$/,
  'true, false or the numbers of organisations, such as 1,2',
);
const FIELD_LIST: SettingRule = {
  isValid: (value) => value.split(',').every((name) => isFieldName(name.trim())),
  form: 'names of fields, such as username,email',
};

/** Keys that override a flag of the brand, such as `FEATURE_HISTORY`. */
const isFeatureKey = (key: string): boolean =>
  featureNames().some((name) => key === `${CAPABILITY_KEYS.featurePrefix}${name.toUpperCase()}`);

/** The values allowed for a setting of an organisation; undefined = there is no such setting. */
export function organisationRule(key: string): SettingRule | undefined {
  if (isOrganisationSettingKey(key))
    return ORGANISATION_SETTINGS[key].kind === 'switch' ? SWITCH : FIELD_LIST;
  // The server treats an invalid period as "for ever", which the operator did not intend.
  if (key === RETENTION_KEY) return matching(/^\d{1,5}$/, 'a whole number of days, 0 for ever');
  if (key === CAPABILITY_KEYS.history) return SWITCH;
  return isFeatureKey(key) ? FEATURE : personRule(key);
}

/** All keys that an organisation may have. */
export const organisationKeys = (): readonly string[] => [
  ...Object.keys(ORGANISATION_SETTINGS),
  ...Object.keys(SYSTEM_SETTINGS),
  RETENTION_KEY,
  CAPABILITY_KEYS.history,
  ...featureNames().map((name) => `${CAPABILITY_KEYS.featurePrefix}${name.toUpperCase()}`),
];

import {
  DO_NOT_DISTURB,
  EMERGENCY_ADDRESS,
  isAllowedSetting,
  isWebSettingKey,
  SYSTEM_SETTINGS,
  WEB_SETTINGS,
} from '@samtal/api-contract';

/** Which values a setting may have, and how a message describes them. */
export type SettingRule = { readonly isValid: (value: string) => boolean; readonly form: string };

export const matching = (pattern: RegExp, form: string): SettingRule => ({
  isValid: (value) => pattern.test(value),
  form,
});

export const SWITCH = matching(/^(?:true|false)$/, 'true or false');

const PERSON_RULES: Readonly<Record<keyof typeof SYSTEM_SETTINGS, SettingRule>> = {
  GEO_EMERGENCY_NUMBERS: matching(/^[^\s,]{1,32}(?:, ?[^\s,]{1,32})*$/, 'numbers, such as 112,911'),
  GEO_TRACK_USER_LOCATION: SWITCH,
  GEO_SEND_ON_EMERGENCY_CALL: SWITCH,
  GEO_UPDATE_LIMIT: matching(/^\d{1,6}$/, 'a whole number of metres'),
  GEO_EMERGENCY_TEST_NUMBER: matching(/^[^\s,]{0,100}$/, 'one number or address, such as 555100'),
};

const isPersonKey = (key: string): key is keyof typeof SYSTEM_SETTINGS => Object.hasOwn(SYSTEM_SETTINGS, key);

/** The values allowed for a setting that the operator sets for one user; undefined = there is no such setting. */
export const personRule = (key: string): SettingRule | undefined =>
  isPersonKey(key) ? PERSON_RULES[key] : undefined;

/** The values allowed for a setting in `defaultSettings` of the brand; undefined = there is no such setting. */
export function defaultSettingRule(key: string): SettingRule | undefined {
  if (!isWebSettingKey(key)) return personRule(key);
  // The server asks the account alone whether its calls ring (decision D86), and an address is that of one user.
  if (key === DO_NOT_DISTURB || key === EMERGENCY_ADDRESS) return undefined;
  const rule = WEB_SETTINGS[key];
  return {
    isValid: (value) => isAllowedSetting(key, value),
    form: 'values' in rule ? `one of ${rule.values.join(', ')}` : `at most ${rule.maxLength} characters`,
  };
}

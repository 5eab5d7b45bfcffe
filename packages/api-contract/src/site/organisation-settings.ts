import * as z from 'zod/mini';
import type { FieldName } from '../values/fields.ts';
import { parseFieldList } from '../values/fields.ts';
import type { KeyValue } from '../values/key-value.ts';
import { keyValuesSchema, valueOf } from '../values/key-value.ts';

/**
 * The settings of an organisation for its users, with their defaults (BRAND-08, docs/requirements.md 3.3).
 */
export const ORGANISATION_SETTINGS = {
  WEB_REGISTRATION_FIELDS: { initial: 'username,password,firstname,lastname,email', kind: 'fields' },
  WEB_REQUIRED_FIELDS: { initial: 'username,password,email', kind: 'fields' },
  WEB_CHANGE_OWN_DATA_VISIBLE_FIELDS: {
    initial:
      'password,firstname,lastname,email,address,postcode,city,phonenumber,mobilenumber,textphonenumber,isdnnumber,gggnumber,faxnumber',
    kind: 'fields',
  },
  WEB_EMAIL_VERIFY_NEW_USERS: { initial: 'false', kind: 'switch' },
  WEB_ACTIVATE_IU_BY_ADM: { initial: 'false', kind: 'switch' },
} as const;

export type OrganisationSettingKey = keyof typeof ORGANISATION_SETTINGS;

export const isOrganisationSettingKey = (key: string): key is OrganisationSettingKey =>
  Object.hasOwn(ORGANISATION_SETTINGS, key);

/** Answer of user/getOrgSettings. */
export const organisationSettingsAnswerSchema = z.object({ settings: keyValuesSchema });

/** The rules of an organisation for the forms of its users (SIGNUP-05, SIGNUP-19, PROFILE-05). */
export type OrganisationRules = {
  readonly registrationFields: readonly FieldName[];
  readonly requiredFields: readonly FieldName[];
  readonly changeableFields: readonly FieldName[];
  readonly isVerificationNeeded: boolean;
  readonly isApprovalNeeded: boolean;
};

/** Whether the value of a setting means on: `true` or `1`. */
export const isOn = (value: string): boolean => value === 'true' || value === '1';

/**
 * The rules in an organisation's settings; a missing setting has its default. The organisation field is
 * always required (SIGNUP-06).
 */
export function organisationRulesOf(settings: readonly KeyValue[]): OrganisationRules {
  const read = (key: OrganisationSettingKey): string =>
    valueOf(settings, key) ?? ORGANISATION_SETTINGS[key].initial;
  const withOrganisation = (key: OrganisationSettingKey): FieldName[] => [
    ...new Set<FieldName>(['organisation', ...parseFieldList(read(key))]),
  ];
  return {
    registrationFields: withOrganisation('WEB_REGISTRATION_FIELDS'),
    requiredFields: withOrganisation('WEB_REQUIRED_FIELDS'),
    changeableFields: parseFieldList(read('WEB_CHANGE_OWN_DATA_VISIBLE_FIELDS')),
    isVerificationNeeded: isOn(read('WEB_EMAIL_VERIFY_NEW_USERS')),
    isApprovalNeeded: isOn(read('WEB_ACTIVATE_IU_BY_ADM')),
  };
}

import { PROPERTY_KEYS } from './property-keys.ts';

/** The name of the rule that checks a field; fields that need no special rule have `text`. */
export type FieldRule = 'username' | 'password' | 'email' | 'phone' | 'mobile' | 'text' | 'free';

type FieldMeaning = {
  /** Key in the payload of signUp/create (SIGNUP-28, A-025). */
  readonly payload: string;
  /** Property of the account (PROFILE-13). */
  readonly property: string;
  readonly rule: FieldRule;
  /** Token of the `autocomplete` attribute (HTML §4.10.18.7.1). */
  readonly autocomplete: string;
};

/**
 * The fields of a user in the order of SIGNUP-02, with their names in forms, payloads and the account
 * (A-025).
 */
export const FIELDS = {
  organisation: {
    payload: 'orgID',
    property: PROPERTY_KEYS.organisation,
    rule: 'free',
    autocomplete: 'organization',
  },
  username: {
    payload: 'username',
    property: PROPERTY_KEYS.username,
    rule: 'username',
    autocomplete: 'username',
  },
  password: {
    payload: 'password',
    property: PROPERTY_KEYS.password,
    rule: 'password',
    autocomplete: 'new-password',
  },
  firstname: {
    payload: 'fname',
    property: PROPERTY_KEYS.firstName,
    rule: 'text',
    autocomplete: 'given-name',
  },
  lastname: { payload: 'sname', property: PROPERTY_KEYS.lastName, rule: 'text', autocomplete: 'family-name' },
  address: { payload: 'address', property: 'ADDRESS', rule: 'text', autocomplete: 'street-address' },
  postcode: { payload: 'postcode', property: 'POSTCODE', rule: 'text', autocomplete: 'postal-code' },
  city: { payload: 'city', property: 'CITY', rule: 'text', autocomplete: 'address-level2' },
  email: { payload: 'email1', property: PROPERTY_KEYS.email, rule: 'email', autocomplete: 'email' },
  phonenumber: { payload: 'phonenumber', property: 'PHONE_NUMBER', rule: 'phone', autocomplete: 'tel' },
  mobilenumber: { payload: 'mobilephone', property: 'MOBILE_NUMBER', rule: 'mobile', autocomplete: 'tel' },
  textphonenumber: {
    payload: 'textphonenumber',
    property: 'TEXT_PHONE_NUMBER',
    rule: 'text',
    autocomplete: 'off',
  },
  isdnnumber: { payload: 'isdnnumber', property: 'ISDN_NUMBER', rule: 'text', autocomplete: 'off' },
  gggnumber: { payload: 'mobile3Gnumber', property: 'GGG_NUMBER', rule: 'text', autocomplete: 'off' },
  faxnumber: { payload: 'faxnumber', property: 'FAX_NUMBER', rule: 'text', autocomplete: 'off' },
  sipaddress: {
    payload: 'sipaddress',
    property: PROPERTY_KEYS.sipAddress,
    rule: 'free',
    autocomplete: 'off',
  },
} as const satisfies Record<string, FieldMeaning>;

export type FieldName = keyof typeof FIELDS;

/** All fields, in the order of SIGNUP-02. */
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[];

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(FIELDS, name);

/** The field that shows a property of the account; undefined if no field does. */
export const fieldOfProperty = (property: string): FieldName | undefined =>
  FIELD_NAMES.find((name) => FIELDS[name].property === property);

/**
 * Parses a list of field names separated by commas, as in the settings; unknown names are ignored.
 */
export function parseFieldList(value: string): FieldName[] {
  return value
    .split(',')
    .map((name) => name.trim())
    .filter(isFieldName);
}

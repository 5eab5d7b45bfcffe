import type {
  AccountRules,
  FieldName,
  FieldValues,
  KeyValue,
  OrganisationRules,
  RegistrationRequest,
} from '@samtal/api-contract';
import { completeSipAddress, FIELD_NAMES, FIELDS, fieldProblem, fieldsOfPayload } from '@samtal/api-contract';
import { isReservedName } from './reserved-names.ts';

export type Applicant = {
  readonly username: string;
  readonly email: string;
  /** '' = the server makes a password. */
  readonly password: string;
  /** The SIP address, `user@domain`. */
  readonly address: string;
  readonly properties: readonly KeyValue[];
};

export type RegistrationCheck =
  | { readonly ok: true; readonly applicant: Applicant }
  /** `key`: the key in the payload of the refused value. */
  | { readonly ok: false; readonly key: string };

type Context = {
  readonly rules: AccountRules;
  readonly organisation: OrganisationRules;
  readonly domain: string;
  /** Whether the server makes the password (SIGNUP-29). */
  readonly isPasswordGenerated: boolean;
  /** Whether an operator or administrator adds the account, and hands out a password that the server makes. */
  readonly isVouchedFor?: boolean;
};

/** Fields that are stored in the account itself or as its address, not as properties. */
const NOT_PROPERTIES: readonly FieldName[] = ['organisation', 'username', 'password', 'sipaddress'];

/** A user part of a SIP URI that needs no escapes (RFC 3261 §25.1) and that a person can spell out. */
const USER_PART = /^[a-z0-9._+-]{1,100}$/;

function isOwnAddress(address: string, domain: string): boolean {
  const at = address.lastIndexOf('@');
  const user = address.slice(0, at);
  return address.slice(at + 1) === domain && USER_PART.test(user) && !isReservedName(user);
}

function isNeeded(name: FieldName, context: Context): boolean {
  const { organisation, isPasswordGenerated, isVouchedFor = false } = context;
  if (name === 'username') return true;
  if (name === 'password') return !isPasswordGenerated;
  if (name === 'sipaddress' || name === 'organisation') return false;
  // The server can send a link or a password only to an e-mail address.
  const isPasswordMailed = isPasswordGenerated && !isVouchedFor;
  if (name === 'email' && (organisation.isVerificationNeeded || isPasswordMailed)) return true;
  return organisation.requiredFields.includes(name) && organisation.registrationFields.includes(name);
}

/** Checks a registration by the rules of the form and by rules that need data of the server. */
export function checkRegistration(payload: RegistrationRequest, context: Context): RegistrationCheck {
  const typed = fieldsOfPayload(payload);
  const values = Object.fromEntries(
    FIELD_NAMES.map((name) => [name, name === 'password' ? typed[name] : typed[name].trim()]),
  ) as FieldValues;
  const { username } = values;
  for (const name of FIELD_NAMES) {
    if (name === 'password' && context.isPasswordGenerated) continue;
    const isRequired = isNeeded(name, context);
    const problem = fieldProblem(FIELDS[name].rule, values[name], context.rules, { isRequired, username });
    if (problem !== undefined) return { ok: false, key: FIELDS[name].payload };
  }
  if (isReservedName(username)) return { ok: false, key: FIELDS.username.payload };
  const address = completeSipAddress(values.sipaddress === '' ? username : values.sipaddress, context.domain);
  if (!isOwnAddress(address, context.domain)) {
    return { ok: false, key: values.sipaddress === '' ? FIELDS.username.payload : FIELDS.sipaddress.payload };
  }
  const properties = FIELD_NAMES.filter((name) => !NOT_PROPERTIES.includes(name) && values[name] !== '').map(
    (name) => ({ key: FIELDS[name].property, value: values[name] }),
  );
  const password = context.isPasswordGenerated ? '' : values.password;
  return { ok: true, applicant: { username, email: values.email, password, address, properties } };
}

import * as z from 'zod/mini';
import type { FieldName } from '../values/fields.ts';
import { FIELD_NAMES, FIELDS } from '../values/fields.ts';
import { keyValuesSchema } from '../values/key-value.ts';

const value = z._default(z.string().check(z.maxLength(1024)), '');

/** Body of signUp/create: the sixteen keys of SIGNUP-28; a missing key counts as empty. */
export const registrationRequestSchema = z.object({
  username: value,
  email1: value,
  password: value,
  fname: value,
  sname: value,
  address: value,
  postcode: value,
  city: value,
  sipaddress: value,
  phonenumber: value,
  mobilephone: value,
  textphonenumber: value,
  isdnnumber: value,
  mobile3Gnumber: value,
  faxnumber: value,
  orgID: z._default(z.union([z.string().check(z.maxLength(32)), z.int()]), ''),
});

export type RegistrationRequest = z.infer<typeof registrationRequestSchema>;

const statusSchema = z.enum(['ACTIVE', 'NEEDS_VERIFICATION', 'NEEDS_APPROVAL']);

export const registrationAnswerSchema = z.object({ userId: z.string(), status: statusSchema });

export type RegistrationAnswer = z.infer<typeof registrationAnswerSchema>;

/** Body of signUp/validateByKey, which asks whether the value is free. */
export const uniquenessRequestSchema = z.object({
  key: z.enum(['username', 'email', 'sipaddress']),
  value: z.string().check(z.minLength(1), z.maxLength(255)),
});

/** The answer of signUp/validateByKey for a free value; a taken value gets an error answer. */
export const uniquenessAnswerSchema = z.object({ valid: z.literal(true) });

export type UniquenessRequest = z.infer<typeof uniquenessRequestSchema>;

/**
 * Answer of signUp/verify. `status` says what the account still needs; servers other than Samtal do
 * not send it.
 */
export const verificationAnswerSchema = z.object({
  status: z.optional(statusSchema),
  user: z.object({ properties: z.object({ propertySet: keyValuesSchema }) }),
});

export type VerificationAnswer = z.infer<typeof verificationAnswerSchema>;

export type FieldValues = Readonly<Record<FieldName, string>>;

/** The typed organisation without spaces, or the brand's default if it is empty (SIGNUP-27). */
export function organisationIdOf(typed: string, defaultOrganisation: number): string {
  const id = typed.replaceAll(/\s/g, '');
  return id === '' ? String(defaultOrganisation) : id;
}

/**
 * The payload of a form (SIGNUP-26, SIGNUP-27, SIGNUP-28). Passwords are sent unchanged, other values
 * trimmed.
 * @param values the values in the form; the username must already be set
 */
export function registrationPayload(values: FieldValues, defaultOrganisation: number): RegistrationRequest {
  const clean = Object.fromEntries(
    FIELD_NAMES.map((name) => [name, name === 'password' ? values[name] : values[name].trim()]),
  ) as FieldValues;
  const isNameless = clean.firstname === '' && clean.lastname === '';
  const filled: FieldValues = {
    ...clean,
    organisation: organisationIdOf(clean.organisation, defaultOrganisation),
    sipaddress: clean.sipaddress === '' && isNameless ? clean.username : clean.sipaddress,
  };
  return Object.fromEntries(
    FIELD_NAMES.map((name) => [FIELDS[name].payload, filled[name]]),
  ) as RegistrationRequest;
}

/** The reverse of {@link registrationPayload}: the fields of a payload. */
export function fieldsOfPayload(payload: RegistrationRequest): FieldValues {
  return Object.fromEntries(
    FIELD_NAMES.map((name) => [name, String(payload[FIELDS[name].payload])]),
  ) as FieldValues;
}

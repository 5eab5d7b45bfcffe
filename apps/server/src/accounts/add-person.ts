import {
  type Brand,
  ERROR_CODES,
  FIELD_NAMES,
  FIELDS,
  isUsername,
  LANGUAGES,
  languageOf,
  PASSWORD_LENGTH,
  registrationRequestSchema,
} from '@samtal/api-contract';
import type { Account } from '../domain/accounts/account.ts';
import { ACCOUNT_STATUSES, isAccountStatus } from '../domain/accounts/account.ts';
import type { Audit } from '../domain/security-event.ts';
import { type RegistrationTools, registerAccount } from './register-account.ts';

const EXPLANATIONS: Readonly<Record<number, string>> = {
  [ERROR_CODES.usernameExists]: 'This username is taken already.',
  [ERROR_CODES.emailExists]: 'This e-mail address is taken already.',
  [ERROR_CODES.sipAddressExists]: 'This SIP address is taken already.',
};

/** The rules of the brand for passwords, as the end of a sentence. */
export const passwordRulesOf = ({ registration }: Brand): string =>
  `it must have ${PASSWORD_LENGTH.least} to ${registration.passwordMaxLength} characters and match ${registration.passwordRegex} (registration.passwordRegex of brand.json)${registration.disallowUsernameInPassword ? ', and not contain the username' : ''}.`;

/** Why a value is refused, with the rule where it is one that can be changed or looked up. */
function explanationOf(
  field: string,
  values: Readonly<Record<string, string | undefined>>,
  brand: Brand,
): string {
  const { registration } = brand;
  const username = values['username'] ?? '';
  if (field === 'username' && !isUsername(username, registration))
    return `"${username}" is not allowed as a username: it must match ${registration.usernameRegex} (registration.usernameRegex of brand.json).`;
  if (field === 'username') return `The server, the brand or a service uses the name "${username}".`;
  if (field === 'password') return `The password is not allowed: ${passwordRulesOf(brand)}`;
  if (field === 'email')
    return 'The value of "email" is not allowed: it must be an address such as bo@mail.example.';
  if (field === 'sipaddress')
    return 'The value of "sipaddress" is not allowed: it must be <name>@<SIP_DOMAIN of this server>, and no reserved name.';
  return `The value of "${field}" is not allowed.`;
}

/**
 * Whether a tag, such as `sv` or `sv-FI`, names a language of the product; also true for '' (no language).
 */
const isLanguage = (tag: string): boolean =>
  tag === '' || (/^[a-z]{2}(?:-[a-z0-9]+)*$/i.test(tag) && (/^en/i.test(tag) || languageOf(tag) !== 'en'));

export type AddPersonTools = Omit<RegistrationTools, 'rules' | 'brand'> & {
  readonly brand: Brand;
  readonly audit: Audit;
};

/** Who adds the account: the operator's tool, or a user of the console. */
export type Adder = {
  /** Username of the operator or administrator who adds the person in the console. */
  readonly by?: string | undefined;
  /** Network address of that user. */
  readonly address?: string | undefined;
  /** The only organisation to which people may be added; undefined = any, and names of services too. */
  readonly organisationId?: number | undefined;
};

export type AddPersonResult =
  /** `password` is the one that the server has made. */
  | { readonly ok: true; readonly account: Account; readonly password: string | undefined }
  /** `problem` is a sentence; `field` the name of the field of the form, and `errorCode` as in the user API. */
  | { readonly ok: false; readonly problem: string; readonly field: string; readonly errorCode: number };

const refusal = (field: string, problem: string): AddPersonResult => ({
  ok: false,
  problem,
  field,
  errorCode: ERROR_CODES.invalidValue,
});

/**
 * Adds an account by the rules of registration. The values are keyed by the names of the form's fields; the
 * account is active unless `status` says otherwise. Without a password the server makes one, to which the rules of the
 * brand do not apply.
 */
export async function addPerson(
  tools: AddPersonTools,
  values: Readonly<Record<string, string | undefined>>,
  { by, address, organisationId }: Adder = {},
): Promise<AddPersonResult> {
  const { brand } = tools;
  const organisation =
    values['organisation'] || String(organisationId ?? brand.registration.defaultOrganisation);
  if (!/^\d{1,9}$/.test(organisation))
    return refusal('organisation', `"${organisation}" is not the number of an organisation.`);
  if (organisationId !== undefined && Number(organisation) !== organisationId)
    return refusal('organisation', `You may only add people to organisation ${organisationId}.`);
  const status = values['status'] || 'active';
  if (!isAccountStatus(status))
    return refusal('status', `"${status}" is no status. It is one of ${ACCOUNT_STATUSES.join(', ')}.`);
  const language = values['language'] ?? '';
  if (!isLanguage(language))
    return refusal('language', `There is no language "${language}". Languages are ${LANGUAGES.join(', ')}.`);
  const entries = FIELD_NAMES.map((name) => [FIELDS[name].payload, values[name] ?? '']);
  const payload = registrationRequestSchema.safeParse(Object.fromEntries(entries));
  if (!payload.success) return refusal('username', 'A value is too long.');
  const result = await registerAccount(
    { ...tools, rules: brand.registration },
    {
      payload: payload.data,
      organisationId: Number(organisation),
      isPasswordGenerated: (values['password'] ?? '') === '',
      language,
      isVouchedFor: true,
      mayHaveListedName: organisationId === undefined,
      status,
    },
  );
  if (!result.ok) {
    const field = FIELD_NAMES.find((name) => FIELDS[name].payload === result.key) ?? result.key;
    const problem = EXPLANATIONS[result.errorCode] ?? explanationOf(field, values, brand);
    return { ok: false, problem, field, errorCode: result.errorCode };
  }
  const account = result.account.username;
  tools.audit({ event: 'account_created', account, detail: 'operator', by, address });
  return { ok: true, account: result.account, password: result.password };
}

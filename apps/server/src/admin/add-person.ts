import {
  ERROR_CODES,
  FIELD_NAMES,
  FIELDS,
  LANGUAGES,
  languageOf,
  registrationRequestSchema,
} from '@samtal/api-contract';
import { registerAccount } from '../accounts/register-account.ts';
import type { Account } from '../domain/accounts/account.ts';
import { ACCOUNT_STATUSES, isAccountStatus } from '../domain/accounts/account.ts';
import type { AdminTools } from './command.ts';
import { AdminError } from './command.ts';

const EXPLANATIONS: Readonly<Record<number, string>> = {
  [ERROR_CODES.usernameExists]: 'This username is taken already.',
  [ERROR_CODES.emailExists]: 'This e-mail address is taken already.',
  [ERROR_CODES.sipAddressExists]: 'This SIP address is taken already.',
};

/**
 * Whether a tag, such as `sv` or `sv-FI`, names a language of the product; also true for '' (no language).
 */
const isLanguage = (tag: string): boolean =>
  tag === '' || (/^[a-z]{2}(?:-[a-z0-9]+)*$/i.test(tag) && (/^en/i.test(tag) || languageOf(tag) !== 'en'));

/**
 * Adds an account by the rules of registration. The values are keyed by the names of the form's fields; the
 * account is active unless `status` says otherwise.
 */
export async function addPerson(
  tools: AdminTools,
  values: Readonly<Record<string, string | undefined>>,
): Promise<Account> {
  const { brand, config } = tools;
  const organisation = values['organisation'] || String(brand.registration.defaultOrganisation);
  if (!/^\d{1,9}$/.test(organisation))
    throw new AdminError(`"${organisation}" is not the number of an organisation.`);
  const status = values['status'] || 'active';
  if (!isAccountStatus(status))
    throw new AdminError(`"${status}" is no status. It is one of ${ACCOUNT_STATUSES.join(', ')}.`);
  const language = values['language'] ?? '';
  if (!isLanguage(language))
    throw new AdminError(`There is no language "${language}". Languages are ${LANGUAGES.join(', ')}.`);
  const entries = FIELD_NAMES.map((name) => [FIELDS[name].payload, values[name] ?? '']);
  const payload = registrationRequestSchema.safeParse(Object.fromEntries(entries));
  if (!payload.success) throw new AdminError('A value is too long.');
  const result = await registerAccount(
    { ...tools, sipDomain: config.sipDomain, rules: brand.registration },
    {
      payload: payload.data,
      organisationId: Number(organisation),
      isPasswordGenerated: false,
      language,
      isVouchedFor: true,
      status,
    },
  );
  if (!result.ok) {
    const field = FIELD_NAMES.find((name) => FIELDS[name].payload === result.key) ?? result.key;
    throw new AdminError(EXPLANATIONS[result.errorCode] ?? `The value of "${field}" is not allowed.`);
  }
  tools.audit({ event: 'accountCreated', account: result.account.username, detail: 'operator' });
  return result.account;
}

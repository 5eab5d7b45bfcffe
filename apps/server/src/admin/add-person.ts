import { ERROR_CODES, FIELD_NAMES, FIELDS, registrationRequestSchema } from '@samtal/api-contract';
import { registerAccount } from '../accounts/register-account.ts';
import type { Account } from '../domain/account.ts';
import type { AdminTools } from './command.ts';
import { AdminError } from './command.ts';

const EXPLANATIONS: Readonly<Record<number, string>> = {
  [ERROR_CODES.usernameExists]: 'Somebody has this username already.',
  [ERROR_CODES.emailExists]: 'Somebody has this e-mail address already.',
  [ERROR_CODES.sipAddressExists]: 'Somebody has this SIP address already.',
};

/** Adds an active account by the rules everybody registers by. The values go by the names of the form's fields. */
export async function addPerson(
  tools: AdminTools,
  values: Readonly<Record<string, string | undefined>>,
): Promise<Account> {
  const { brand, config } = tools;
  const organisation = values['organisation'] || String(brand.registration.defaultOrganisation);
  if (!/^\d{1,9}$/.test(organisation))
    throw new AdminError(`"${organisation}" is no number of an organisation.`);
  const entries = FIELD_NAMES.map((name) => [FIELDS[name].payload, values[name] ?? '']);
  const payload = registrationRequestSchema.safeParse(Object.fromEntries(entries));
  if (!payload.success) throw new AdminError('A value is too long.');
  const result = await registerAccount(
    { ...tools, sipDomain: config.sipDomain, rules: brand.registration },
    {
      payload: payload.data,
      organisationId: Number(organisation),
      isPasswordGenerated: false,
      language: values['language'] ?? '',
      isVouchedFor: true,
    },
  );
  if (!result.ok) {
    const field = FIELD_NAMES.find((name) => FIELDS[name].payload === result.key) ?? result.key;
    throw new AdminError(EXPLANATIONS[result.errorCode] ?? `The value of "${field}" is not allowed.`);
  }
  tools.audit({ event: 'accountCreated', account: result.account.username, detail: 'operator' });
  return result.account;
}

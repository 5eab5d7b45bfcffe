import type { KeyValue } from '@samtal/api-contract';
import { PROPERTY_KEYS } from '@samtal/api-contract';
import type { Account } from '../../../domain/accounts/account.ts';
import { propertySetOf } from '../../../domain/accounts/account.ts';
import type { HttpContext } from '../../plumbing/http-context.ts';

/** The properties that an account's own user sees, also the e-mail address that waits for confirmation. */
export async function ownPropertiesOf(
  account: Account,
  { repositories, now }: HttpContext,
): Promise<KeyValue[]> {
  const pending = await repositories.oneTimeKeys.pendingEmail(account.id, now());
  const properties = propertySetOf(account);
  return pending === undefined
    ? properties
    : [...properties, { key: PROPERTY_KEYS.pendingEmail, value: pending }];
}

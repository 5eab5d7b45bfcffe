import { PROPERTY_KEYS, valueOf } from '@samtal/api-contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { NewAccount } from '../repositories.ts';

/**
 * `purpose` of `exclusively` for changes of names: a username, SIP address or e-mail address belongs to one
 * account only.
 */
export const NAMES = 'names';

/** A name as it is stored and compared. */
export const normalName = (name: string): string => name.trim().toLowerCase();

/** The account with this e-mail address. */
export async function idOfEmail(from: Kysely<Tables>, email: string): Promise<string | undefined> {
  const query = from
    .selectFrom('account_property')
    .select('account_id')
    .where('key', '=', PROPERTY_KEYS.email)
    .where(sql<string>`lower(value)`, '=', normalName(email));
  return (await query.executeTakeFirst())?.account_id;
}

/** The e-mail address of an account; empty if it has none. */
export async function emailOf(from: Kysely<Tables>, id: string): Promise<string> {
  const query = from
    .selectFrom('account_property')
    .select('value')
    .where('account_id', '=', id)
    .where('key', '=', PROPERTY_KEYS.email);
  return (await query.executeTakeFirst())?.value ?? '';
}

/** Whether the username, one of the addresses or the e-mail address belongs to an account already. */
export async function isTaken(from: Kysely<Tables>, account: NewAccount): Promise<boolean> {
  const addresses = account.addresses.map(normalName);
  const email = valueOf(account.properties, PROPERTY_KEYS.email);
  if (email !== undefined && (await idOfEmail(from, email)) !== undefined) return true;
  const sameName = from
    .selectFrom('account')
    .select('id')
    .where('username', '=', normalName(account.username));
  if ((await sameName.executeTakeFirst()) !== undefined) return true;
  if (addresses.length === 0) return false;
  const sameAddress = from.selectFrom('account_address').select('address').where('address', 'in', addresses);
  return (await sameAddress.executeTakeFirst()) !== undefined;
}

import type { KeyValue } from '@samtal/api-contract';
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Account } from '../../../domain/accounts/account.ts';
import { personSearchText } from '../../../domain/people/person-search.ts';
import type { Tables } from '../../database/tables.ts';
import type { NewAccount } from '../repositories.ts';
import { normalName } from './account-names.ts';

export function accountOf(
  row: Selectable<Tables['account']>,
  addresses: readonly { readonly address: string }[] = [],
  properties: readonly KeyValue[] = [],
): Required<Account> {
  return {
    id: row.id,
    kind: row.kind,
    username: row.username,
    passwordHash: row.password_hash ?? undefined,
    sipPassword: row.sip_secret ?? undefined,
    organisationId: row.organisation_id,
    status: row.status,
    language: row.language ?? undefined,
    role: row.role ?? undefined,
    isRoleOfProvider: row.role !== null && row.is_role_of_provider === 1 ? true : undefined,
    roleChanges: row.role_changes,
    logOuts: row.log_outs,
    verifiedEmail: row.verified_email ?? undefined,
    lastLoginAt: row.last_login_at ?? undefined,
    addresses: addresses.map(({ address }) => address),
    properties: properties.map(({ key, value }) => ({ key, value })),
  };
}

export function byAccount<Row extends { readonly account_id: string }>(
  rows: readonly Row[],
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.account_id);
    if (group === undefined) groups.set(row.account_id, [row]);
    else group.push(row);
  }
  return groups;
}

export async function readAccount(from: Kysely<Tables>, id: string): Promise<Account | undefined> {
  const row = await from.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const addresses = await from
    .selectFrom('account_address')
    .select('address')
    .where('account_id', '=', id)
    .orderBy('position')
    .execute();
  const properties = await from
    .selectFrom('account_property')
    .select(['key', 'value'])
    .where('account_id', '=', id)
    .orderBy('position')
    .execute();
  return accountOf(row, addresses, properties);
}

/** Writes the rows of a new account whose names are free. */
export async function insertAccount(
  transaction: Kysely<Tables>,
  id: string,
  account: NewAccount,
): Promise<void> {
  await transaction
    .insertInto('account')
    .values({
      id,
      kind: account.kind,
      username: normalName(account.username),
      password_hash: account.passwordHash ?? null,
      sip_secret: account.kind === 'party' ? (account.sipPassword ?? null) : null,
      organisation_id: account.organisationId,
      status: account.status,
      language: account.language ?? null,
      // A new account has no role, whatever the request for it contains.
      role: null,
      is_role_of_provider: 0,
      role_changes: 0,
      log_outs: 0,
      verified_email: null,
      last_login_at: null,
      search_text: personSearchText(account),
    } satisfies Required<Insertable<Tables['account']>>)
    .execute();
  for (const [position, address] of account.addresses.entries()) {
    await transaction
      .insertInto('account_address')
      .values({ address: normalName(address), account_id: id, position })
      .execute();
  }
  for (const [position, { key, value }] of account.properties.entries()) {
    await transaction
      .insertInto('account_property')
      .values({ account_id: id, key, value, position })
      .execute();
  }
}

import { randomUUID } from 'node:crypto';
import type { Account } from '../domain/account.ts';
import type { Database } from './database.ts';
import type { AccountRepository, NewAccount } from './repositories.ts';

const normal = (name: string): string => name.trim().toLowerCase();

export function createAccountRepository(database: Database): AccountRepository {
  async function load(id: string): Promise<Account | undefined> {
    const row = await database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const addresses = await database
      .selectFrom('account_address')
      .select('address')
      .where('account_id', '=', id)
      .orderBy('position')
      .execute();
    const properties = await database
      .selectFrom('account_property')
      .select(['key', 'value'])
      .where('account_id', '=', id)
      .orderBy('position')
      .execute();
    return {
      id,
      kind: row.kind,
      username: row.username,
      passwordHash: row.password_hash ?? undefined,
      sipPassword: row.sip_password,
      organisationId: row.organisation_id,
      status: row.status,
      addresses: addresses.map(({ address }) => address),
      properties: properties.map(({ key, value }) => ({ key, value })),
    };
  }

  async function isTaken(account: NewAccount): Promise<boolean> {
    const addresses = account.addresses.map(normal);
    const sameName = database
      .selectFrom('account')
      .select('id')
      .where('username', '=', normal(account.username));
    if ((await sameName.executeTakeFirst()) !== undefined) return true;
    if (addresses.length === 0) return false;
    const sameAddress = database
      .selectFrom('account_address')
      .select('address')
      .where('address', 'in', addresses);
    return (await sameAddress.executeTakeFirst()) !== undefined;
  }

  return {
    async add(account) {
      if (await isTaken(account)) return undefined;
      const id = randomUUID();
      await database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('account')
          .values({
            id,
            kind: account.kind,
            username: normal(account.username),
            password_hash: account.passwordHash ?? null,
            sip_password: account.sipPassword,
            organisation_id: account.organisationId,
            status: account.status,
          })
          .execute();
        for (const [position, address] of account.addresses.entries()) {
          await transaction
            .insertInto('account_address')
            .values({ address: normal(address), account_id: id, position })
            .execute();
        }
        for (const [position, { key, value }] of account.properties.entries()) {
          await transaction
            .insertInto('account_property')
            .values({ account_id: id, key, value, position })
            .execute();
        }
      });
      return load(id);
    },
    findById: load,
    async findByUsername(username) {
      const row = await database
        .selectFrom('account')
        .select('id')
        .where('username', '=', normal(username))
        .executeTakeFirst();
      return row && load(row.id);
    },
    async findByAddress(address) {
      const query = database
        .selectFrom('account_address')
        .select('account_id')
        .where('address', '=', normal(address));
      const row = await query.executeTakeFirst();
      return row && load(row.account_id);
    },
    async count() {
      const query = database
        .selectFrom('account')
        .select((select) => select.fn.countAll<number | string>().as('number'));
      return Number((await query.executeTakeFirstOrThrow()).number);
    },
    async changePassword(id, passwordHash, sipPassword) {
      await database
        .updateTable('account')
        .set({ password_hash: passwordHash, sip_password: sipPassword })
        .where('id', '=', id)
        .execute();
    },
    async changeStatus(id, status, sipPassword) {
      await database
        .updateTable('account')
        .set({ status, sip_password: sipPassword })
        .where('id', '=', id)
        .execute();
    },
  };
}

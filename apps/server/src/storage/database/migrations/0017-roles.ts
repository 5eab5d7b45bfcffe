import { type Kysely, sql } from 'kysely';
import { personSearchText } from '../../../domain/people/person-search.ts';
import { isPostgres } from '../database.ts';

/** Rows that are filled in at a time. */
const PER_STEP = 500;

type Before = {
  account: { id: string; username: string; search_text: string };
  account_address: { account_id: string; address: string };
  account_property: { account_id: string; key: string; value: string };
};

/** Adds the role of an account, when its user last logged in, and the text in which the console searches (decision D98). */
export async function up(database: Kysely<unknown>): Promise<void> {
  const text = isPostgres(database) ? sql`text collate "C"` : 'text';
  const { schema } = database;
  await schema.alterTable('account').addColumn('role', text).execute();
  await schema.alterTable('account').addColumn('last_login_at', 'bigint').execute();
  await schema
    .alterTable('account')
    .addColumn('search_text', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await schema.createIndex('account_role').on('account').column('role').execute();
  await schema
    .createIndex('account_organisation')
    .on('account')
    .columns(['organisation_id', 'username'])
    .execute();
  const before = database as Kysely<Before>;
  for (let after = ''; ; ) {
    const accounts = await before
      .selectFrom('account')
      .select(['id', 'username'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PER_STEP)
      .execute();
    const last = accounts.at(-1);
    if (last === undefined) return;
    const ids = accounts.map(({ id }) => id);
    const addresses = await before
      .selectFrom('account_address')
      .select(['account_id', 'address'])
      .where('account_id', 'in', ids)
      .execute();
    const properties = await before
      .selectFrom('account_property')
      .select(['account_id', 'key', 'value'])
      .where('account_id', 'in', ids)
      .execute();
    for (const { id, username } of accounts) {
      const isOwn = ({ account_id }: { readonly account_id: string }): boolean => account_id === id;
      const search_text = personSearchText({
        username,
        addresses: addresses.filter(isOwn).map(({ address }) => address),
        properties: properties.filter(isOwn),
      });
      await before.updateTable('account').set({ search_text }).where('id', '=', id).execute();
    }
    after = last.id;
  }
}

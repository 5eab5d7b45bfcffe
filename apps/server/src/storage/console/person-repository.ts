import { sql } from 'kysely';
import type { Account } from '../../domain/accounts/account.ts';
import { LIST_LIMITS } from '../../domain/limits/limits.ts';
import { type Database, isPostgres } from '../database/database.ts';
import { accountOf, byAccount } from '../repositories/accounts/account-rows.ts';
import { inPages } from '../repositories/in-pages.ts';
import type { PersonQuery, PersonRepository } from './persons.ts';

export function createPersonRepository(database: Database): PersonRepository {
  /** `LIKE` is not used: it takes quadratic time, and users choose both texts. */
  const contains = (term: string) =>
    isPostgres(database)
      ? sql<boolean>`strpos(search_text, ${term}) > 0`
      : sql<boolean>`instr(search_text, ${term}) > 0`;

  /** One parameter for a list of any length. */
  const isAmong = (addresses: readonly string[]) => {
    const list = JSON.stringify(addresses);
    const values = isPostgres(database)
      ? sql`select json_array_elements_text(${list}::json)`
      : sql`select value from json_each(${list})`;
    return sql<boolean>`account.id in (select account_id from account_address where address in (${values}))`;
  };

  function select({ terms, organisationId, status, addresses }: PersonQuery) {
    let query = database.selectFrom('account').where('kind', '=', 'person');
    if (organisationId !== undefined) query = query.where('organisation_id', '=', organisationId);
    if (status !== undefined) query = query.where('status', '=', status);
    if (addresses !== undefined) query = query.where(isAmong(addresses));
    for (const term of terms) query = query.where(contains(term));
    return query;
  }

  async function read(query: ReturnType<typeof select>): Promise<Account[]> {
    const rows = await query.selectAll().orderBy('username').execute();
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const addresses = await database
      .selectFrom('account_address')
      .select(['account_id', 'address'])
      .where('account_id', 'in', ids)
      .orderBy('position')
      .execute();
    const properties = await database
      .selectFrom('account_property')
      .select(['account_id', 'key', 'value'])
      .where('account_id', 'in', ids)
      .orderBy('position')
      .execute();
    const addressesOf = byAccount(addresses);
    const propertiesOf = byAccount(properties);
    return rows.map((row) => accountOf(row, addressesOf.get(row.id), propertiesOf.get(row.id)));
  }

  const count = async (table: 'contact' | 'history_entry' | 'message' | 'picture', accountId: string) =>
    Number(
      (
        await database
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number | string>().as('number'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
      ).number,
    );

  return {
    async search(query, { after, limit }) {
      const { total } = await select(query)
        .select(({ fn }) => fn.countAll<number | string>().as('total'))
        .executeTakeFirstOrThrow();
      let page = select(query).limit(limit);
      if (after !== undefined) page = page.where('username', '>', after);
      return { people: await read(page), total: Number(total) };
    },
    all: (query) =>
      inPages(async (after: string | undefined) => {
        let page = select(query).limit(LIST_LIMITS.rowsPerTurn);
        if (after !== undefined) page = page.where('username', '>', after);
        const rows = await read(page);
        return { rows, next: rows.length < LIST_LIMITS.rowsPerTurn ? undefined : rows.at(-1)?.username };
      }),
    async organisations() {
      const rows = await database
        .selectFrom('account')
        .select('organisation_id')
        .distinct()
        .where('kind', '=', 'person')
        .orderBy('organisation_id')
        .execute();
      return rows.map(({ organisation_id }) => organisation_id);
    },
    withRole: () => read(select({ terms: [] }).where('role', 'is not', null)),
    async contents(accountId) {
      const phones = await database
        .selectFrom('session')
        .select(({ fn }) => fn.countAll<number | string>().as('number'))
        .where('account_id', '=', accountId)
        .where('device_name', 'is not', null)
        .executeTakeFirstOrThrow();
      return {
        contacts: await count('contact', accountId),
        calls: await count('history_entry', accountId),
        messages: await count('message', accountId),
        pictures: await count('picture', accountId),
        phones: Number(phones.number),
      };
    },
  };
}

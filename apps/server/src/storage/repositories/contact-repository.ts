import { randomUUID } from 'node:crypto';
import type { Contact, ContactDraft, Service } from '@samtal/api-contract';
import { sql } from 'kysely';
import { LIST_LIMITS } from '../../domain/limits/limits.ts';
import { searchTextOf } from '../../domain/people/contacts.ts';
import type { Database } from '../database/database.ts';
import { isPostgres } from '../database/database.ts';
import { nextTurn } from '../database/next-turn.ts';
import { exclusively } from './exclusively.ts';
import { inPages } from './in-pages.ts';
import { partsOf } from './parts-of.ts';
import type { ContactRepository } from './people-repositories.ts';

const columnsOf = (draft: ContactDraft) => ({
  fname: draft.fname,
  sname: draft.sname,
  sipaddress: draft.sipaddress,
  email: draft.email,
  address: draft.address,
  post_nr: draft.postNr,
  city: draft.city,
  search_text: searchTextOf(draft),
  // A change that does not mention it leaves it as it is.
  ...(draft.favourite !== undefined && { is_favourite: draft.favourite ? (1 as const) : (0 as const) }),
});

/** How a contact may have this address written. */
const formsOf = (address: string): string[] => [address, `sip:${address}`, `sips:${address}`];

const { rowsPerTurn } = LIST_LIMITS;

export function createContactRepository(database: Database): ContactRepository {
  /**
   * Whether the search text contains `term`. `LIKE` is not used: it takes quadratic time, and users choose
   * both texts.
   */
  const contains = (term: string) =>
    isPostgres(database)
      ? sql<boolean>`strpos(search_text, ${term}) > 0`
      : sql<boolean>`instr(search_text, ${term}) > 0`;

  const insert = (accountId: string, drafts: readonly ContactDraft[], limit: number) =>
    exclusively(database, `contacts ${accountId}`, async (transaction) => {
      const { number } = await transaction
        .selectFrom('contact')
        .select((select) => select.fn.countAll<number>().as('number'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      const rows = drafts.slice(0, Math.max(0, limit - number)).map((draft) => ({
        id: randomUUID(),
        account_id: accountId,
        image_url: '',
        is_favourite: 0 as const,
        ...columnsOf(draft),
      }));
      if (rows.length > 0) await transaction.insertInto('contact').values(rows).execute();
      return rows.map(({ id }) => id);
    });

  return {
    search: (accountId, terms) =>
      inPages<Contact, string>(async (after = '') => {
        const rest = database
          .selectFrom('contact')
          .where('account_id', '=', accountId)
          .where('id', '>', after)
          .orderBy('id');
        // The end of the page is determined before the search, so that each turn of the event loop searches a
        // limited number of contacts.
        const ids = await rest.select('id').limit(rowsPerTurn).execute();
        const last = ids.at(-1)?.id;
        if (last === undefined) return { rows: [], next: undefined };
        // Columns are renamed in SQL: copying ten thousand rows costs more than reading them.
        let query = rest
          .select(['id', 'fname', 'sname', 'sipaddress', 'email', 'address'])
          .select(['post_nr as postNr', 'city', 'image_url as imageUrl', 'is_favourite'])
          .where('id', '<=', last);
        for (const term of terms) query = query.where(contains(term));
        const found = await query.execute();
        const rows = found.map(({ is_favourite: isFavourite, ...contact }) =>
          isFavourite === 1 ? { ...contact, favourite: true } : contact,
        );
        return { rows, next: ids.length < rowsPerTurn ? undefined : last };
      }),
    findByAddress: (accountId, address) =>
      database
        .selectFrom('contact')
        .select(['fname', 'sname', 'sipaddress'])
        .where('account_id', '=', accountId)
        .where(sql<string>`lower(sipaddress)`, 'in', formsOf(address))
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    async isFavourite(accountId, address) {
      const found = await database
        .selectFrom('contact')
        .select('id')
        .where('account_id', '=', accountId)
        .where('is_favourite', '=', 1)
        .where(sql<string>`lower(sipaddress)`, 'in', formsOf(address))
        .executeTakeFirst();
      return found !== undefined;
    },
    async add(accountId, draft, limit) {
      const [id] = await insert(accountId, [draft], limit);
      return id;
    },
    async addAll(accountId, drafts, limit) {
      let added = 0;
      for (const part of partsOf(drafts)) {
        await nextTurn();
        const ids = await insert(accountId, part, limit);
        added += ids.length;
        if (ids.length < part.length) break;
      }
      return added;
    },
    async countOfAnonymous() {
      const { number } = await database
        .selectFrom('contact')
        .innerJoin('account', 'account.id', 'contact.account_id')
        .select((select) => select.fn.countAll<number>().as('number'))
        .where('account.kind', '=', 'anonymous')
        .executeTakeFirstOrThrow();
      return number;
    },
    async update(accountId, id, draft) {
      const { numUpdatedRows } = await database
        .updateTable('contact')
        .set(columnsOf(draft))
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async remove(accountId, id) {
      const { numDeletedRows } = await database
        .deleteFrom('contact')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    services: (organisationId) =>
      inPages<Service, { position: number; id: string }>(async (after) => {
        // Services of other organisations are read too and filtered below: there are few, and the number of
        // rows read per page stays limited.
        let query = database
          .selectFrom('service')
          .select(['id', 'organisation_id', 'name', 'image_url', 'sipaddress', 'position'])
          .orderBy('position')
          .orderBy('id')
          .limit(rowsPerTurn);
        if (after !== undefined)
          query = query
            .where('position', '>=', after.position)
            .where((eb) => eb.or([eb('position', '>', after.position), eb('id', '>', after.id)]));
        const seen = await query.execute();
        const rows = seen
          .filter(({ organisation_id: owner }) => owner === null || owner === organisationId)
          .map(({ id, name, image_url, sipaddress }) => ({
            id,
            fname: name,
            imageUrl: image_url,
            sipaddress,
          }));
        return { rows, next: seen.length < rowsPerTurn ? undefined : seen.at(-1) };
      }),
    async replaceServices(organisationId, services) {
      await exclusively(database, 'services', async (transaction) => {
        await transaction
          .deleteFrom('service')
          .where('organisation_id', organisationId === undefined ? 'is' : '=', organisationId ?? null)
          .execute();
        const rows = services.map(({ fname, imageUrl, sipaddress }, position) => ({
          id: randomUUID(),
          organisation_id: organisationId ?? null,
          name: fname,
          image_url: imageUrl,
          sipaddress,
          position,
        }));
        for (const part of partsOf(rows)) await transaction.insertInto('service').values(part).execute();
      });
    },
  };
}

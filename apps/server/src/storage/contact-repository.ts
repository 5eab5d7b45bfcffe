import { randomUUID } from 'node:crypto';
import type { ContactDraft } from '@samtal/api-contract';
import { sql } from 'kysely';
import { searchTextOf } from '../domain/contacts.ts';
import type { Database } from './database.ts';
import { exclusively } from './exclusively.ts';
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
});

/** A LIKE pattern that finds `term` and takes none of its characters for a wildcard. */
const containing = (term: string): string => `%${term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

export function createContactRepository(database: Database): ContactRepository {
  const insert = async (accountId: string, drafts: readonly ContactDraft[], limit: number) => {
    const ids: string[] = [];
    await exclusively(database, `contacts ${accountId}`, async (transaction) => {
      const { number } = await transaction
        .selectFrom('contact')
        .select((select) => select.fn.countAll<number>().as('number'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      for (const draft of drafts.slice(0, Math.max(0, limit - number))) {
        const id = randomUUID();
        const row = { id, account_id: accountId, image_url: '', ...columnsOf(draft) };
        await transaction.insertInto('contact').values(row).execute();
        ids.push(id);
      }
    });
    return ids;
  };

  return {
    search(accountId, terms) {
      // Rows go out as they come in: copying ten thousand of them costs more than reading them.
      let query = database
        .selectFrom('contact')
        .select(['id', 'fname', 'sname', 'sipaddress', 'email', 'address'])
        .select(['post_nr as postNr', 'city', 'image_url as imageUrl'])
        .where('account_id', '=', accountId);
      for (const term of terms)
        query = query.where(sql<boolean>`search_text like ${containing(term)} escape '\\'`);
      return query.execute();
    },
    async add(accountId, draft, limit) {
      const [id] = await insert(accountId, [draft], limit);
      return id;
    },
    async addAll(accountId, drafts, limit) {
      return (await insert(accountId, drafts, limit)).length;
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
    async services(organisationId) {
      const rows = await database
        .selectFrom('service')
        .select(['id', 'name', 'image_url', 'sipaddress'])
        .where((eb) => eb.or([eb('organisation_id', 'is', null), eb('organisation_id', '=', organisationId)]))
        .orderBy('position')
        .orderBy('id')
        .execute();
      return rows.map(({ id, name, image_url, sipaddress }) => ({
        id,
        fname: name,
        imageUrl: image_url,
        sipaddress,
      }));
    },
    async replaceServices(organisationId, services) {
      await exclusively(database, 'services', async (transaction) => {
        await transaction
          .deleteFrom('service')
          .where('organisation_id', organisationId === undefined ? 'is' : '=', organisationId ?? null)
          .execute();
        for (const [position, { fname, imageUrl, sipaddress }] of services.entries())
          await transaction
            .insertInto('service')
            .values({
              id: randomUUID(),
              organisation_id: organisationId ?? null,
              name: fname,
              image_url: imageUrl,
              sipaddress,
              position,
            })
            .execute();
      });
    },
  };
}

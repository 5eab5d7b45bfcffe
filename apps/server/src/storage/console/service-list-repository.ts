import type { Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { createListChanges, pagesFrom } from './list-table.ts';
import type { ServiceFields, ServiceListRepository, ServiceRow } from './listings.ts';

const rowOf = (row: Selectable<Tables['service']>): ServiceRow => ({
  id: row.id,
  position: row.position,
  organisationId: row.organisation_id ?? undefined,
  name: row.name,
  address: row.sipaddress,
  image: row.image_url,
});

const columnsOf = ({ organisationId, name, address, image }: ServiceFields) => ({
  organisation_id: organisationId ?? null,
  name,
  sipaddress: address,
  image_url: image,
});

export function createServiceListRepository(database: Database): ServiceListRepository {
  return {
    all: (place) =>
      pagesFrom<ServiceRow>(place, async (after, limit) => {
        let query = database.selectFrom('service').selectAll().orderBy('position').orderBy('id').limit(limit);
        if (after !== undefined)
          query = query
            .where('position', '>=', after.position)
            .where((eb) => eb.or([eb('position', '>', after.position), eb('id', '>', after.id)]));
        return (await query.execute()).map(rowOf);
      }),
    async find(id) {
      const row = await database.selectFrom('service').selectAll().where('id', '=', id).executeTakeFirst();
      return row && rowOf(row);
    },
    ...createListChanges<ServiceFields>(database, {
      table: 'service',
      lock: 'services',
      address: 'sipaddress',
      addressOf: ({ address }) => address,
      insert: (transaction, place, service) =>
        transaction
          .insertInto('service')
          .values({ ...place, ...columnsOf(service) })
          .execute(),
      set: (transaction, id, service) =>
        transaction.updateTable('service').set(columnsOf(service)).where('id', '=', id).execute(),
    }),
  };
}

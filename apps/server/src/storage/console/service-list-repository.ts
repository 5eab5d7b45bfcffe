import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { LIST_LIMITS } from '../../domain/limits/limits.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from '../repositories/exclusively.ts';
import { inPages } from '../repositories/in-pages.ts';
import type { ListPlace, ServiceFields, ServiceListRepository, ServiceRow } from './listings.ts';

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

/** The rows that the users of one organisation alone, or those of every organisation, find. */
const ofOrganisation = (transaction: Transaction<Tables>, organisationId: number | undefined) =>
  transaction
    .selectFrom('service')
    .where('organisation_id', organisationId === undefined ? 'is' : '=', organisationId ?? null);

async function hasSame(
  transaction: Transaction<Tables>,
  { organisationId, name, address }: ServiceFields,
  except = '',
): Promise<boolean> {
  const same = await ofOrganisation(transaction, organisationId)
    .select('id')
    .where('name', '=', name)
    .where('sipaddress', '=', address)
    .where('id', '<>', except)
    .executeTakeFirst();
  return same !== undefined;
}

async function isFull(
  transaction: Transaction<Tables>,
  { organisationId }: ServiceFields,
  most: number,
): Promise<boolean> {
  const { number } = await ofOrganisation(transaction, organisationId)
    .select((select) => select.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow();
  return number >= most;
}

export function createServiceListRepository(database: Database): ServiceListRepository {
  return {
    all: (from) =>
      inPages<ServiceRow, ListPlace>(async (after = from) => {
        let query = database
          .selectFrom('service')
          .selectAll()
          .orderBy('position')
          .orderBy('id')
          .limit(LIST_LIMITS.rowsPerTurn);
        if (after !== undefined)
          query = query
            .where('position', '>=', after.position)
            .where((eb) => eb.or([eb('position', '>', after.position), eb('id', '>', after.id)]));
        const rows = (await query.execute()).map(rowOf);
        return { rows, next: rows.length < LIST_LIMITS.rowsPerTurn ? undefined : rows.at(-1) };
      }),
    async find(id) {
      const row = await database.selectFrom('service').selectAll().where('id', '=', id).executeTakeFirst();
      return row && rowOf(row);
    },
    // The lock is that of the operator's tool, which replaces all services.
    add: (service, most) =>
      exclusively(database, 'services', async (transaction) => {
        if (await hasSame(transaction, service)) return { outcome: 'exists' };
        if (await isFull(transaction, service, most)) return { outcome: 'full' };
        const { last } = await transaction
          .selectFrom('service')
          .select((select) => select.fn.max<number | null>('position').as('last'))
          .executeTakeFirstOrThrow();
        const id = randomUUID();
        await transaction
          .insertInto('service')
          .values({ id, position: (last ?? -1) + 1, ...columnsOf(service) })
          .execute();
        return { outcome: 'done', id };
      }),
    update: (id, service, most) =>
      exclusively(database, 'services', async (transaction) => {
        const before = await transaction
          .selectFrom('service')
          .select('organisation_id')
          .where('id', '=', id)
          .executeTakeFirst();
        if (before === undefined) return { outcome: 'gone' };
        if (await hasSame(transaction, service, id)) return { outcome: 'exists' };
        // The operator's tool may have imported more than the console adds.
        const isMoved = before.organisation_id !== (service.organisationId ?? null);
        if (isMoved && (await isFull(transaction, service, most))) return { outcome: 'full' };
        await transaction.updateTable('service').set(columnsOf(service)).where('id', '=', id).execute();
        return { outcome: 'done', id };
      }),
    async remove(id) {
      const { numDeletedRows } = await database.deleteFrom('service').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

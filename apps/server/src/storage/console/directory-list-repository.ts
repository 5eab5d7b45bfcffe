import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { LIST_LIMITS } from '../../domain/limits/limits.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from '../repositories/exclusively.ts';
import { inPages } from '../repositories/in-pages.ts';
import type { DirectoryListRepository, EntryFields, EntryRow, ListPlace } from './listings.ts';

type Kind = 'type' | 'category';

/** The entries that the users of one organisation alone, or those of every organisation, find. */
const ofOrganisation = (transaction: Transaction<Tables>, organisationId: number | undefined) =>
  transaction
    .selectFrom('directory_entry')
    .where('organisation_id', organisationId === undefined ? 'is' : '=', organisationId ?? null);

async function hasSame(
  transaction: Transaction<Tables>,
  { organisationId, name, phone }: EntryFields,
  except = '',
): Promise<boolean> {
  const same = await ofOrganisation(transaction, organisationId)
    .select('id')
    .where('name', '=', name)
    .where('phone', '=', phone)
    .where('id', '<>', except)
    .executeTakeFirst();
  return same !== undefined;
}

async function isFull(
  transaction: Transaction<Tables>,
  { organisationId }: EntryFields,
  most: number,
): Promise<boolean> {
  const { number } = await ofOrganisation(transaction, organisationId)
    .select((select) => select.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow();
  return number >= most;
}

/** The id of the type or category with this name, which is made if there is none; null for no name. */
async function groupOf(transaction: Transaction<Tables>, kind: Kind, name: string): Promise<string | null> {
  if (name === '') return null;
  const groups = transaction.selectFrom('directory_group').where('kind', '=', kind);
  const found = await groups.select('id').where('name', '=', name).executeTakeFirst();
  if (found !== undefined) return found.id;
  const { last } = await groups
    .select((select) => select.fn.max<number | null>('position').as('last'))
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  const position = (last ?? -1) + 1;
  await transaction.insertInto('directory_group').values({ kind, id, name, position }).execute();
  return id;
}

const columnsOf = async (transaction: Transaction<Tables>, entry: EntryFields) => ({
  organisation_id: entry.organisationId ?? null,
  name: entry.name,
  image: entry.image,
  phone: entry.phone,
  is_featured: entry.isFeatured ? (1 as const) : (0 as const),
  has_children: entry.isHeading ? (1 as const) : (0 as const),
  type_id: await groupOf(transaction, 'type', entry.type),
  category_id: await groupOf(transaction, 'category', entry.category),
});

/** Removes the types and categories without entries: users would filter by them and find nothing. */
async function removeUnused(transaction: Transaction<Tables>): Promise<void> {
  for (const [kind, column] of [
    ['type', 'type_id'],
    ['category', 'category_id'],
  ] as const)
    await transaction
      .deleteFrom('directory_group')
      .where('kind', '=', kind)
      .where('id', 'not in', (eb) =>
        eb.selectFrom('directory_entry').select(column).where(column, 'is not', null),
      )
      .execute();
}

export function createDirectoryListRepository(database: Database): DirectoryListRepository {
  const entries = () =>
    database
      .selectFrom('directory_entry as entry')
      .leftJoin('directory_group as type', (join) =>
        join.onRef('type.id', '=', 'entry.type_id').on('type.kind', '=', 'type'),
      )
      .leftJoin('directory_group as category', (join) =>
        join.onRef('category.id', '=', 'entry.category_id').on('category.kind', '=', 'category'),
      )
      .selectAll('entry')
      .select(['type.name as type', 'category.name as category']);
  type Stored = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>;
  const rowOf = (row: Stored): EntryRow => ({
    id: row.id,
    position: row.position,
    organisationId: row.organisation_id ?? undefined,
    name: row.name,
    phone: row.phone,
    type: row.type ?? '',
    category: row.category ?? '',
    image: row.image,
    isFeatured: row.is_featured === 1,
    isHeading: row.has_children === 1,
  });

  return {
    all: (from) =>
      inPages<EntryRow, ListPlace>(async (after = from) => {
        let query = entries().orderBy('entry.position').orderBy('entry.id').limit(LIST_LIMITS.rowsPerTurn);
        if (after !== undefined)
          query = query
            .where('entry.position', '>=', after.position)
            .where((eb) => eb.or([eb('entry.position', '>', after.position), eb('entry.id', '>', after.id)]));
        const rows = (await query.execute()).map(rowOf);
        return { rows, next: rows.length < LIST_LIMITS.rowsPerTurn ? undefined : rows.at(-1) };
      }),
    async find(id) {
      const row = await entries().where('entry.id', '=', id).executeTakeFirst();
      return row && rowOf(row);
    },
    // The lock is that of the operator's tool, which replaces the whole directory.
    add: (entry, most) =>
      exclusively(database, 'directory', async (transaction) => {
        if (await hasSame(transaction, entry)) return { outcome: 'exists' };
        if (await isFull(transaction, entry, most)) return { outcome: 'full' };
        const { last } = await transaction
          .selectFrom('directory_entry')
          .select((select) => select.fn.max<number | null>('position').as('last'))
          .executeTakeFirstOrThrow();
        const id = randomUUID();
        const columns = await columnsOf(transaction, entry);
        await transaction
          .insertInto('directory_entry')
          .values({ id, position: (last ?? -1) + 1, ...columns })
          .execute();
        return { outcome: 'done', id };
      }),
    update: (id, entry, most) =>
      exclusively(database, 'directory', async (transaction) => {
        const before = await transaction
          .selectFrom('directory_entry')
          .select('organisation_id')
          .where('id', '=', id)
          .executeTakeFirst();
        if (before === undefined) return { outcome: 'gone' };
        if (await hasSame(transaction, entry, id)) return { outcome: 'exists' };
        // The operator's tool may have imported more than the console adds.
        const isMoved = before.organisation_id !== (entry.organisationId ?? null);
        if (isMoved && (await isFull(transaction, entry, most))) return { outcome: 'full' };
        const columns = await columnsOf(transaction, entry);
        await transaction.updateTable('directory_entry').set(columns).where('id', '=', id).execute();
        await removeUnused(transaction);
        return { outcome: 'done', id };
      }),
    remove: (id) =>
      exclusively(database, 'directory', async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('directory_entry')
          .where('id', '=', id)
          .executeTakeFirst();
        await removeUnused(transaction);
        return numDeletedRows > 0n;
      }),
  };
}

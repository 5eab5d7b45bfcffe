import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { createListChanges, pagesFrom } from './list-table.ts';
import type { DirectoryListRepository, EntryFields, EntryRow } from './listings.ts';

type Kind = 'type' | 'category';

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
    all: (place) =>
      pagesFrom<EntryRow>(place, async (after, limit) => {
        let query = entries().orderBy('entry.position').orderBy('entry.id').limit(limit);
        if (after !== undefined)
          query = query
            .where('entry.position', '>=', after.position)
            .where((eb) => eb.or([eb('entry.position', '>', after.position), eb('entry.id', '>', after.id)]));
        return (await query.execute()).map(rowOf);
      }),
    async find(id) {
      const row = await entries().where('entry.id', '=', id).executeTakeFirst();
      return row && rowOf(row);
    },
    ...createListChanges<EntryFields>(database, {
      table: 'directory_entry',
      lock: 'directory',
      address: 'phone',
      addressOf: ({ phone }) => phone,
      insert: async (transaction, place, entry) => {
        const columns = await columnsOf(transaction, entry);
        await transaction
          .insertInto('directory_entry')
          .values({ ...place, ...columns })
          .execute();
      },
      set: async (transaction, id, entry) => {
        const columns = await columnsOf(transaction, entry);
        await transaction.updateTable('directory_entry').set(columns).where('id', '=', id).execute();
      },
      tidy: removeUnused,
    }),
  };
}

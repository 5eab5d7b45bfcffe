import type { DirectoryEntry, DirectoryGroup } from '@samtal/api-contract';
import { LIST_LIMITS } from '../../domain/limits/limits.ts';
import type { Database } from '../database/database.ts';
import { exclusively } from './exclusively.ts';
import { inPages } from './in-pages.ts';
import { partsOf } from './parts-of.ts';
import type { DirectoryRepository } from './people-repositories.ts';

const reference = (id: string | null) => (id === null ? null : { id });

export function createDirectoryRepository(database: Database): DirectoryRepository {
  const groupsOf = (kind: 'type' | 'category', organisationId: number | undefined) => {
    const column = `${kind}_id` as const;
    let used = database.selectFrom('directory_entry').select(column).where(column, 'is not', null);
    if (organisationId !== undefined)
      used = used.where((eb) =>
        eb.or([eb('organisation_id', 'is', null), eb('organisation_id', '=', organisationId)]),
      );
    return database
      .selectFrom('directory_group')
      .select(['id', 'name'])
      .where('kind', '=', kind)
      .where('id', 'in', used)
      .orderBy('position')
      .execute();
  };

  return {
    entries: (organisationId) =>
      inPages<DirectoryEntry, { position: number; id: string }>(async (after) => {
        let query = database
          .selectFrom('directory_entry')
          .select(['id', 'name', 'image', 'phone', 'is_featured', 'has_children', 'type_id', 'category_id'])
          .select(['organisation_id', 'position'])
          .orderBy('position')
          .orderBy('id')
          .limit(LIST_LIMITS.rowsPerTurn);
        if (after !== undefined)
          query = query
            .where('position', '>=', after.position)
            .where((eb) => eb.or([eb('position', '>', after.position), eb('id', '>', after.id)]));
        const seen = await query.execute();
        const rows = seen
          .filter(({ organisation_id: owner }) => owner === null || owner === organisationId)
          .map((row) => ({
            id: row.id,
            name: row.name,
            image: row.image,
            phone: row.phone,
            featured: row.is_featured === 1,
            hasChildren: row.has_children === 1,
            type: reference(row.type_id),
            category: reference(row.category_id),
          }));
        return { rows, next: seen.length < LIST_LIMITS.rowsPerTurn ? undefined : seen.at(-1) };
      }),
    async groups(organisationId) {
      return {
        types: await groupsOf('type', organisationId),
        categories: await groupsOf('category', organisationId),
      };
    },
    async replace(entries, { types, categories }) {
      await exclusively(database, 'directory', async (transaction) => {
        await transaction.deleteFrom('directory_entry').execute();
        await transaction.deleteFrom('directory_group').execute();
        const addGroups = async (kind: 'type' | 'category', groups: readonly DirectoryGroup[]) => {
          const rows = groups.map(({ id, name }, position) => ({ kind, id: String(id), name, position }));
          for (const part of partsOf(rows))
            await transaction.insertInto('directory_group').values(part).execute();
        };
        await addGroups('type', types);
        await addGroups('category', categories);
        const rows = entries.map((entry, position) => ({
          id: entry.id,
          organisation_id: entry.organisationId ?? null,
          name: entry.name,
          image: entry.image,
          phone: entry.phone,
          is_featured: entry.isFeatured ? (1 as const) : (0 as const),
          has_children: entry.hasChildren ? (1 as const) : (0 as const),
          type_id: entry.typeId ?? null,
          category_id: entry.categoryId ?? null,
          position,
        }));
        for (const part of partsOf(rows))
          await transaction.insertInto('directory_entry').values(part).execute();
      });
    },
  };
}

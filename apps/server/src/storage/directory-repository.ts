import type { DirectoryGroup } from '@samtal/api-contract';
import type { Database } from './database.ts';
import { exclusively } from './exclusively.ts';
import type { DirectoryRepository } from './people-repositories.ts';

const reference = (id: string | null) => (id === null ? null : { id });

export function createDirectoryRepository(database: Database): DirectoryRepository {
  const groupsOf = (kind: 'type' | 'category') =>
    database
      .selectFrom('directory_group')
      .select(['id', 'name'])
      .where('kind', '=', kind)
      .orderBy('position')
      .execute();

  return {
    async entries(organisationId) {
      const rows = await database
        .selectFrom('directory_entry')
        .select(['id', 'name', 'image', 'phone', 'is_featured', 'has_children', 'type_id', 'category_id'])
        .where((eb) => eb.or([eb('organisation_id', 'is', null), eb('organisation_id', '=', organisationId)]))
        .orderBy('position')
        .execute();
      return rows.map(({ id, name, image, phone, is_featured, has_children, type_id, category_id }) => ({
        id,
        name,
        image,
        phone,
        featured: is_featured === 1,
        hasChildren: has_children === 1,
        type: reference(type_id),
        category: reference(category_id),
      }));
    },
    async groups() {
      return { types: await groupsOf('type'), categories: await groupsOf('category') };
    },
    async replace(entries, { types, categories }) {
      await exclusively(database, 'directory', async (transaction) => {
        await transaction.deleteFrom('directory_entry').execute();
        await transaction.deleteFrom('directory_group').execute();
        const addGroups = async (kind: 'type' | 'category', groups: readonly DirectoryGroup[]) => {
          for (const [position, { id, name }] of groups.entries())
            await transaction
              .insertInto('directory_group')
              .values({ kind, id: String(id), name, position })
              .execute();
        };
        await addGroups('type', types);
        await addGroups('category', categories);
        for (const [position, entry] of entries.entries())
          await transaction
            .insertInto('directory_entry')
            .values({
              id: entry.id,
              organisation_id: entry.organisationId ?? null,
              name: entry.name,
              image: entry.image,
              phone: entry.phone,
              is_featured: entry.isFeatured ? 1 : 0,
              has_children: entry.hasChildren ? 1 : 0,
              type_id: entry.typeId ?? null,
              category_id: entry.categoryId ?? null,
              position,
            })
            .execute();
      });
    },
  };
}

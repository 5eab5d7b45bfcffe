import type { Database } from '../database/database.ts';
import type { OrganisationRepository } from './repositories.ts';

export function createOrganisationRepository(database: Database): OrganisationRepository {
  return {
    list: (organisationId) =>
      database
        .selectFrom('organisation_setting')
        .select(['key', 'value'])
        .where('organisation_id', '=', organisationId)
        .orderBy('key')
        .execute(),
    async valuesOf(key) {
      const rows = await database
        .selectFrom('organisation_setting')
        .select('value')
        .distinct()
        .where('key', '=', key)
        .execute();
      return rows.map(({ value }) => value);
    },
    async set(organisationId, { key, value }) {
      await database
        .insertInto('organisation_setting')
        .values({ organisation_id: organisationId, key, value })
        .onConflict((conflict) => conflict.columns(['organisation_id', 'key']).doUpdateSet({ value }))
        .execute();
    },
    async remove(organisationId, key) {
      await database
        .deleteFrom('organisation_setting')
        .where('organisation_id', '=', organisationId)
        .where('key', '=', key)
        .execute();
    },
  };
}

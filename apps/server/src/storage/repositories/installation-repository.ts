import type { Installation } from '../../domain/installation.ts';
import { INSTALLATION_KEYS } from '../../domain/installation.ts';
import type { Database } from '../database/database.ts';
import { exclusively } from './exclusively.ts';
import type { InstallationRepository } from './repositories.ts';

export function createInstallationRepository(database: Database): InstallationRepository {
  return {
    async read() {
      const rows = await database.selectFrom('installation').selectAll().execute();
      const installation: Installation = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
      return installation;
    },
    write: (installation) =>
      exclusively(database, 'installation', async (transaction) => {
        await transaction.deleteFrom('installation').execute();
        for (const key of INSTALLATION_KEYS) {
          const value = installation[key];
          if (value !== undefined)
            await transaction.insertInto('installation').values({ key, value }).execute();
        }
      }),
  };
}

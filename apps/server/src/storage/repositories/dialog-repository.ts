import type { SavedDialog } from '../../domain/saved-dialog.ts';
import type { Database } from '../database/database.ts';
import type { DialogRepository } from './repositories.ts';

export function createDialogRepository(database: Database): DialogRepository {
  return {
    async list() {
      const rows = await database.selectFrom('dialog').select('content').execute();
      return rows.map(({ content }) => JSON.parse(content) as SavedDialog);
    },
    async put(dialog) {
      const content = JSON.stringify(dialog);
      await database
        .insertInto('dialog')
        .values({ token: dialog.token, content })
        .onConflict((conflict) => conflict.column('token').doUpdateSet({ content }))
        .execute();
    },
    async remove(token) {
      await database.deleteFrom('dialog').where('token', '=', token).execute();
    },
    async clear() {
      await database.deleteFrom('dialog').execute();
    },
  };
}

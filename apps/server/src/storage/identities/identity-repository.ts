import type { Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from '../repositories/exclusively.ts';
import type { ConnectedIdentity, IdentityRepository } from '../repositories/repositories.ts';

const identityOf = (row: Selectable<Tables['identity']>): ConnectedIdentity => ({
  issuer: row.issuer,
  subject: row.subject,
  accountId: row.account_id,
  connectedAt: row.connected_at,
});

export function createIdentityRepository(database: Database): IdentityRepository {
  return {
    async find({ issuer, subject }) {
      const row = await database
        .selectFrom('identity')
        .selectAll()
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return row && identityOf(row);
    },
    async list(accountId) {
      const rows = await database
        .selectFrom('identity')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('connected_at')
        .execute();
      return rows.map(identityOf);
    },
    connect: ({ issuer, subject, accountId, connectedAt }) =>
      exclusively(database, 'identities', async (transaction) => {
        const taken = await transaction
          .selectFrom('identity')
          .select('account_id')
          .where('issuer', '=', issuer)
          .where((each) => each.or([each('subject', '=', subject), each('account_id', '=', accountId)]))
          .executeTakeFirst();
        if (taken !== undefined) return false;
        await transaction
          .insertInto('identity')
          .values({ issuer, subject, account_id: accountId, connected_at: connectedAt })
          .execute();
        return true;
      }),
    async disconnect(accountId) {
      const { numDeletedRows } = await database
        .deleteFrom('identity')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

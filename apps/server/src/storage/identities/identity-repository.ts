import type { Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from '../repositories/exclusively.ts';
import type { ConnectedIdentity, IdentityRepository } from '../repositories/repositories.ts';
import { endSessions } from '../repositories/session-repository.ts';

const identityOf = (row: Selectable<Tables['identity']>): ConnectedIdentity => ({
  issuer: row.issuer,
  subject: row.subject,
  accountId: row.account_id,
  connectedAt: row.connected_at,
});

/** @param announce called after a change that may have added revocations */
export function createIdentityRepository(database: Database, announce: () => void): IdentityRepository {
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
    async disconnect(accountId, keepSession = '') {
      const isDisconnected = await exclusively(database, 'identities', async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('identity')
          .where('account_id', '=', accountId)
          .executeTakeFirst();
        const begunThere = transaction.selectFrom('provider_session').select('session_id');
        await endSessions(transaction, (all) =>
          all
            .where('account_id', '=', accountId)
            .where('token_hash', '!=', keepSession)
            .where('id', 'in', begunThere),
        );
        // The session that stays counts as one that began by the password.
        await transaction
          .deleteFrom('provider_session')
          .where(
            'session_id',
            'in',
            transaction.selectFrom('session').select('id').where('account_id', '=', accountId),
          )
          .execute();
        return numDeletedRows > 0n;
      });
      announce();
      return isDisconnected;
    },
  };
}

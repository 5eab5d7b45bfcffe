import { randomUUID } from 'node:crypto';
import type { DeleteQueryBuilder, DeleteResult, Kysely } from 'kysely';
import { compileOnce } from '../database/compile-once.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from './exclusively.ts';
import { endPushes, endPushesOf } from './push-subscription-repository.ts';
import type { SessionRepository } from './repositories.ts';
import { revokeSessions } from './revocation-repository.ts';

type Deletion = DeleteQueryBuilder<Tables, 'session', DeleteResult>;

/** `purpose` of `exclusively` for changes that count an account's sessions or devices against their limit. */
export const sessionsOf = (accountId: string): string => `sessions ${accountId}`;

/**
 * Ends the sessions or devices that `which` selects, with their web pushes, and revokes those with a SIP secret.
 * @param endsStaying whether the pushes to devices that log in by themselves end too
 * @returns how many sessions and devices were ended
 */
export async function endSessions(
  transaction: Kysely<Tables>,
  which: (all: Deletion) => Deletion,
  endsStaying = false,
): Promise<number> {
  const ended = await which(transaction.deleteFrom('session')).returning(['id', 'sip_secret']).execute();
  await revokeSessions(transaction, ended);
  await endPushes(
    transaction,
    ended.map(({ id }) => id),
    endsStaying,
  );
  return ended.length;
}

/** @param announce called after a change that may have added revocations */
export function createSessionRepository(database: Database, announce: () => void): SessionRepository {
  /** Ends sessions of an account, and the pushes to all its devices without a session. */
  async function endOthers(accountId: string, which: (all: Deletion) => Deletion): Promise<void> {
    await database.transaction().execute(async (transaction) => {
      await endSessions(transaction, (all) => which(all.where('account_id', '=', accountId)));
      await endPushesOf(transaction, accountId, 'sessions');
    });
    // Also without a session: pushes of a device that logs in by itself may have ended.
    announce();
  }
  async function end(which: (all: Deletion) => Deletion, endsStaying = false): Promise<void> {
    const count = await database
      .transaction()
      .execute((transaction) => endSessions(transaction, which, endsStaying));
    if (count > 0) announce();
  }
  const selectSipSecrets = compileOnce(database, (accountId: string, usedAfter: number, limit: number) =>
    database
      .selectFrom('session')
      .select(['id', 'sip_secret', 'last_used_at'])
      .where('account_id', '=', accountId)
      .where('sip_secret', 'is not', null)
      .where((each) => each.or([each('token_hash', 'is', null), each('last_used_at', '>', usedAfter)]))
      .orderBy('last_used_at', 'desc')
      .limit(limit),
  );
  return {
    async add({ accountId, tokenHash, lastUsedAt, sipSecret, kioskLink }, limit, provider) {
      const row = {
        id: randomUUID(),
        account_id: accountId,
        token_hash: tokenHash,
        sip_secret: sipSecret ?? null,
        last_used_at: lastUsedAt,
        kiosk_link: kioskLink ?? null,
      };
      const dropped = await exclusively(database, sessionsOf(accountId), async (transaction) => {
        await transaction.insertInto('session').values(row).execute();
        if (provider !== undefined) {
          const { issuer, subject, sid = null, idToken } = provider;
          await transaction
            .insertInto('provider_session')
            .values({ session_id: row.id, issuer, subject, sid, id_token: idToken })
            .execute();
        }
        // The new session stays, even if another session was used at a later time.
        const kept = transaction
          .selectFrom('session')
          .select('id')
          .where('account_id', '=', accountId)
          .where('token_hash', '!=', tokenHash)
          .orderBy('last_used_at', 'desc')
          .limit(limit - 1);
        return endSessions(transaction, (all) =>
          all
            .where('account_id', '=', accountId)
            .where('token_hash', '!=', tokenHash)
            .where('id', 'not in', kept),
        );
      });
      if (dropped > 0) announce();
      return dropped > 0;
    },
    async find(tokenHash) {
      const row = await database
        .selectFrom('session')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return (
        row && {
          id: row.id,
          tokenHash,
          accountId: row.account_id,
          lastUsedAt: row.last_used_at,
          sipSecret: row.sip_secret ?? undefined,
          kioskLink: row.kiosk_link ?? undefined,
        }
      );
    },
    async providerOf(tokenHash) {
      const row = await database
        .selectFrom('provider_session')
        .innerJoin('session', 'session.id', 'provider_session.session_id')
        .select(['issuer', 'subject', 'sid', 'id_token'])
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return (
        row && {
          issuer: row.issuer,
          subject: row.subject,
          sid: row.sid ?? undefined,
          idToken: row.id_token,
        }
      );
    },
    async endAtProvider({ issuer, subject, sid }) {
      if (subject === undefined && sid === undefined) return [];
      const accounts = await database.transaction().execute(async (transaction) => {
        let query = transaction
          .selectFrom('provider_session')
          .innerJoin('session', 'session.id', 'provider_session.session_id')
          .select(['session_id', 'account_id'])
          .where('issuer', '=', issuer);
        if (subject !== undefined) query = query.where('subject', '=', subject);
        if (sid !== undefined) query = query.where('sid', '=', sid);
        const found = await query.execute();
        const ids = found.map(({ session_id }) => session_id);
        if (ids.length > 0) await endSessions(transaction, (all) => all.where('id', 'in', ids), true);
        return new Set(found.map(({ account_id }) => account_id));
      });
      if (accounts.size > 0) announce();
      return [...accounts];
    },
    async endOfLinks(link) {
      const accounts = await database.transaction().execute(async (transaction) => {
        const [operator, value] = link === undefined ? (['is not', null] as const) : (['=', link] as const);
        const found = await transaction
          .selectFrom('session')
          .select('account_id')
          .distinct()
          .where('kiosk_link', operator, value)
          .execute();
        await endSessions(transaction, (all) => all.where('kiosk_link', operator, value), true);
        return found.map(({ account_id }) => account_id);
      });
      if (accounts.length > 0) announce();
      return accounts;
    },
    async touch(tokenHash, now) {
      await database
        .updateTable('session')
        .set({ last_used_at: now })
        .where('token_hash', '=', tokenHash)
        .execute();
    },
    remove: (tokenHash) => end((all) => all.where('token_hash', '=', tokenHash)),
    logOut: (tokenHash) => end((all) => all.where('token_hash', '=', tokenHash), true),
    removeAll: (accountId, exceptTokenHash = '') =>
      endOthers(accountId, (all) =>
        all.where((each) =>
          each.or([each('token_hash', 'is', null), each('token_hash', '!=', exceptTokenHash)]),
        ),
      ),
    endAll: (accountId, exceptTokenHash = '') =>
      endOthers(accountId, (all) =>
        all.where('token_hash', 'is not', null).where('token_hash', '!=', exceptTokenHash),
      ),
    removeOlderThan: (lastUsedBefore) =>
      end((all) => all.where('last_used_at', '<', lastUsedBefore).where('token_hash', 'is not', null)),
    async replaceSipSecret(tokenHash, sipSecret) {
      const renewed = await database.transaction().execute(async (transaction) => {
        const rows = await transaction
          .updateTable('session')
          .set({ sip_secret: sipSecret })
          .where('token_hash', '=', tokenHash)
          .where('sip_secret', 'is not', null)
          .returning(['id', 'sip_secret'])
          .execute();
        // The session's connections have authenticated with the old secret, so they must end.
        await revokeSessions(transaction, rows);
        return rows.length;
      });
      if (renewed > 0) announce();
      return renewed > 0;
    },
    async removeSipSecrets(accountId) {
      await endPushesOf(database, accountId, 'none');
      await end((all) => all.where('account_id', '=', accountId).where('token_hash', 'is', null));
      await database
        .updateTable('session')
        .set({ sip_secret: null })
        .where('account_id', '=', accountId)
        .execute();
    },
    async listSipSecrets(accountId, usedAfter, limit) {
      const rows = await selectSipSecrets(accountId, usedAfter, limit);
      return rows.flatMap(({ id, sip_secret, last_used_at }) =>
        sip_secret === null ? [] : [{ sessionId: id, sipSecret: sip_secret, lastUsedAt: last_used_at }],
      );
    },
    async touchById(id, now, intervalMs) {
      await database
        .updateTable('session')
        .set({ last_used_at: now })
        .where('id', '=', id)
        .where('last_used_at', '<=', now - intervalMs)
        .execute();
    },
  };
}

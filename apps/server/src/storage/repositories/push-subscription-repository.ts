import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Database, isPostgres } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from './exclusively.ts';
import { partsOf } from './parts-of.ts';
import type { PushSubscriptionRepository } from './repositories.ts';

const COLUMNS = ['id', 'instance', 'endpoint', 'p256dh', 'auth', 'language'] as const;

/**
 * Ends the pushes of ended sessions.
 * @param endsStaying whether those to devices that log in by themselves end too
 */
export async function endPushes(
  transaction: Kysely<Tables>,
  sessionIds: readonly string[],
  endsStaying: boolean,
): Promise<void> {
  for (const part of partsOf(sessionIds)) {
    const ended = transaction.deleteFrom('push_subscription').where('session_id', 'in', part);
    await (endsStaying ? ended : ended.where('is_staying', '=', 0)).execute();
  }
}

/** Ends the pushes to all devices of an account, except to those of its sessions if these stay. */
export async function endPushesOf(
  database: Kysely<Tables>,
  accountId: string,
  stay: 'sessions' | 'none',
): Promise<void> {
  const all = database.deleteFrom('push_subscription').where('account_id', '=', accountId);
  const ended =
    stay === 'none'
      ? all
      : all.where('session_id', 'not in', (select) =>
          select.selectFrom('session').select('id').where('account_id', '=', accountId),
        );
  await ended.execute();
}

export function createPushSubscriptionRepository(database: Database): PushSubscriptionRepository {
  return {
    put: (accountId, { tokenHash, staysLoggedIn, renewedAt, ...device }, limit) =>
      // One lock for all accounts, since an endpoint may move from one to another.
      exclusively(database, 'pushes', async (transaction) => {
        const session = transaction
          .selectFrom('session')
          .select('id')
          .where('account_id', '=', accountId)
          .where('token_hash', '=', tokenHash);
        // Until this transaction ends, the session cannot end: it would leave the subscription behind.
        const held = isPostgres(database) ? session.forShare() : session;
        const found = await held.executeTakeFirst();
        if (found === undefined) return false;
        const before = await transaction
          .selectFrom('push_subscription')
          .select('id')
          .where('account_id', '=', accountId)
          .where('instance', '=', device.instance)
          .executeTakeFirst();
        await transaction
          .deleteFrom('push_subscription')
          .where((each) =>
            each.or([
              each('endpoint', '=', device.endpoint),
              each.and([each('account_id', '=', accountId), each('instance', '=', device.instance)]),
            ]),
          )
          .execute();
        const kept = transaction
          .selectFrom('push_subscription')
          .select('id')
          .where('account_id', '=', accountId)
          .orderBy('renewed_at', 'desc')
          .limit(limit - 1);
        await transaction
          .deleteFrom('push_subscription')
          .where('account_id', '=', accountId)
          .where('id', 'not in', kept)
          .execute();
        await transaction
          .insertInto('push_subscription')
          .values({
            id: before?.id ?? randomUUID(),
            account_id: accountId,
            session_id: found.id,
            is_staying: staysLoggedIn ? 1 : 0,
            renewed_at: renewedAt,
            ...device,
          })
          .execute();
        return true;
      }),
    list: (accountId) =>
      database
        .selectFrom('push_subscription')
        .select(COLUMNS)
        .where('account_id', '=', accountId)
        .orderBy('renewed_at', 'desc')
        .execute(),
    find: (id) =>
      database.selectFrom('push_subscription').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
    async existing(ids) {
      const found = new Set<string>();
      for (const part of partsOf(ids)) {
        const rows = database.selectFrom('push_subscription').select('id').where('id', 'in', part);
        for (const { id } of await rows.execute()) found.add(id);
      }
      return found;
    },
    async removeEnded({ id, endpoint }) {
      await database
        .deleteFrom('push_subscription')
        .where('id', '=', id)
        .where('endpoint', '=', endpoint)
        .execute();
    },
    async removeDevice(accountId, instance) {
      await database
        .deleteFrom('push_subscription')
        .where('account_id', '=', accountId)
        .where('instance', '=', instance)
        .execute();
    },
    async removeRenewedBefore(time) {
      await database.deleteFrom('push_subscription').where('renewed_at', '<', time).execute();
    },
  };
}

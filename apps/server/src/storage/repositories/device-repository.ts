import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { exclusively } from './exclusively.ts';
import type { DeviceRepository } from './repositories.ts';
import { endSessions, sessionsOf } from './session-repository.ts';

/** @param announce called after a device was removed, because a revocation may have been added */
export function createDeviceRepository(database: Database, announce: () => void): DeviceRepository {
  return {
    add: (accountId, { name, sipSecret }, limit) =>
      exclusively(database, sessionsOf(accountId), async (transaction) => {
        const names = await transaction
          .selectFrom('session')
          .select('device_name')
          .where('account_id', '=', accountId)
          .where('device_name', 'is not', null)
          .execute();
        if (names.some(({ device_name }) => device_name === name)) return 'taken';
        if (names.length >= limit) return 'full';
        await transaction
          .insertInto('session')
          .values({
            id: randomUUID(),
            account_id: accountId,
            device_name: name,
            sip_secret: sipSecret,
            last_used_at: 0,
          })
          .execute();
        return 'added';
      }),
    async list(accountId) {
      const rows = await database
        .selectFrom('session')
        .select(['device_name', 'last_used_at'])
        .where('account_id', '=', accountId)
        .where('device_name', 'is not', null)
        .orderBy('device_name')
        .execute();
      return rows.flatMap(({ device_name: name, last_used_at }) =>
        name === null ? [] : [{ name, lastUsedAt: last_used_at === 0 ? undefined : last_used_at }],
      );
    },
    async remove(accountId, name) {
      const count = await database
        .transaction()
        .execute((transaction) =>
          endSessions(transaction, (all) =>
            all.where('account_id', '=', accountId).where('device_name', '=', name),
          ),
        );
      if (count > 0) announce();
      return count > 0;
    },
  };
}

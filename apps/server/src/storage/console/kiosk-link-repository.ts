import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { exclusively } from '../repositories/exclusively.ts';
import { pagesFrom } from './list-table.ts';
import type { KioskLinkRepository, KioskLinkRow } from './listings.ts';

export function createKioskLinkRepository(database: Database): KioskLinkRepository {
  const links = () =>
    database
      .selectFrom('kiosk_link')
      .leftJoin('account', 'account.id', 'kiosk_link.account_id')
      .selectAll('kiosk_link')
      .select('account.username');
  type Stored = Awaited<ReturnType<ReturnType<typeof links>['executeTakeFirstOrThrow']>>;
  const rowOf = (row: Stored): KioskLinkRow => ({
    id: row.id,
    position: row.made_at,
    organisationId: row.organisation_id,
    accountId: row.account_id ?? undefined,
    username: row.username ?? undefined,
    name: row.name,
    to: row.callee,
    ivr: row.ivr,
    ref: row.ref,
    madeBy: row.made_by,
    madeAt: row.made_at,
    expiresAt: row.expires_at,
  });

  return {
    all: (now, place) =>
      pagesFrom<KioskLinkRow>(place, async (after, limit) => {
        let query = links()
          .where('expires_at', '>', now)
          .orderBy('made_at', 'desc')
          .orderBy('kiosk_link.id', 'desc')
          .limit(limit);
        if (after !== undefined)
          query = query
            .where('made_at', '<=', after.position)
            .where((eb) => eb.or([eb('made_at', '<', after.position), eb('kiosk_link.id', '<', after.id)]));
        return (await query.execute()).map(rowOf);
      }),
    async find(id) {
      const row = await links().where('kiosk_link.id', '=', id).executeTakeFirst();
      return row && rowOf(row);
    },
    async ofAccount(accountId) {
      const rows = await links().where('account_id', '=', accountId).orderBy('made_at').execute();
      return rows.map(rowOf);
    },
    add: (link, most) =>
      exclusively(database, 'kiosk links', async (transaction) => {
        const { number } = await transaction
          .selectFrom('kiosk_link')
          .select((select) => select.fn.countAll<number>().as('number'))
          .where('organisation_id', '=', link.organisationId)
          .where('expires_at', '>', link.madeAt)
          .executeTakeFirstOrThrow();
        if (number >= most) return { outcome: 'full' };
        const id = randomUUID();
        await transaction
          .insertInto('kiosk_link')
          .values({
            id,
            organisation_id: link.organisationId,
            account_id: link.accountId ?? null,
            name: link.name,
            callee: link.to,
            ivr: link.ivr,
            ref: link.ref,
            made_by: link.madeBy,
            made_at: link.madeAt,
            expires_at: link.expiresAt,
          })
          .execute();
        return { outcome: 'done', id };
      }),
    async remove(id) {
      const { numDeletedRows } = await database
        .deleteFrom('kiosk_link')
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async removeAll(now) {
      const removed = await database.deleteFrom('kiosk_link').returning('expires_at').execute();
      return removed.filter((link) => link.expires_at > now).length;
    },
    async removeExpired(now) {
      await database.deleteFrom('kiosk_link').where('expires_at', '<=', now).execute();
    },
  };
}

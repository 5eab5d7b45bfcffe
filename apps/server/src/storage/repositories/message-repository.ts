import type { Message } from '@samtal/api-contract';
import { type Kysely, sql } from 'kysely';
import { LIST_LIMITS } from '../../domain/limits/limits.ts';
import type { Database } from '../database/database.ts';
import { nextTurn } from '../database/next-turn.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from './exclusively.ts';
import { inPages } from './in-pages.ts';
import type { MessageRepository } from './people-repositories.ts';

const { messagesPerTurn } = LIST_LIMITS;

/**
 * Removes the oldest read messages, so that there is room for one more.
 * @returns false if too many are unread
 */
async function makeRoom(transaction: Kysely<Tables>, accountId: string, limit: number): Promise<boolean> {
  const { held } = await transaction
    .selectFrom('message')
    .select((select) => select.fn.countAll<number>().as('held'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const tooMany = held + 1 - limit;
  if (tooMany <= 0) return true;
  const oldestRead = await transaction
    .selectFrom('message')
    .select('number')
    .where('account_id', '=', accountId)
    .where('is_read', '=', 1)
    .orderBy('number')
    .limit(tooMany)
    .execute();
  if (oldestRead.length < tooMany) return false;
  await transaction
    .deleteFrom('message')
    .where('account_id', '=', accountId)
    .where(
      'number',
      'in',
      oldestRead.map(({ number }) => number),
    )
    .execute();
  return true;
}

/** The number of a new message; numbers of removed ones are not given again. */
async function nextNumber(transaction: Kysely<Tables>, accountId: string): Promise<number> {
  const { last } = await transaction
    .insertInto('message_counter')
    .values({ account_id: accountId, last: 1 })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(({ eb }) => ({ last: eb('message_counter.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export function createMessageRepository(database: Database): MessageRepository {
  const tally = (accountId: string) =>
    database
      .selectFrom('message')
      .select(({ fn }) => [
        fn.countAll<number>().as('held'),
        fn.coalesce(fn.sum<number>('is_read'), sql<number>`0`).as('read'),
      ])
      .where('account_id', '=', accountId);

  return {
    list: (accountId) =>
      inPages<Message, { timestamp: number; messageNumber: number }>(async (after) => {
        let query = database
          .selectFrom('message')
          .select(['number', 'from_name', 'from_address', 'text', 'is_read', 'timestamp'])
          .where('account_id', '=', accountId)
          .where('is_open', '=', 0)
          .orderBy('timestamp', 'desc')
          .orderBy('number', 'desc')
          .limit(messagesPerTurn);
        if (after !== undefined)
          query = query
            .where('timestamp', '<=', after.timestamp)
            .where((eb) =>
              eb.or([eb('timestamp', '<', after.timestamp), eb('number', '<', after.messageNumber)]),
            );
        const rows = (await query.execute()).map((row) => ({
          messageNumber: row.number,
          fromDisplayName: row.from_name,
          fromSipaddress: row.from_address,
          read: row.is_read === 1,
          text: row.text,
          timestamp: row.timestamp,
        }));
        return { rows, next: rows.length < messagesPerTurn ? undefined : rows.at(-1) };
      }),
    async markRead(accountId, messageNumber) {
      const { numUpdatedRows } = await database
        .updateTable('message')
        .set({ is_read: 1 })
        .where('account_id', '=', accountId)
        .where('number', '=', messageNumber)
        .where('is_open', '=', 0)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async remove(accountId, messageNumber) {
      const { numDeletedRows } = await database
        .deleteFrom('message')
        .where('account_id', '=', accountId)
        .where('number', '=', messageNumber)
        .where('is_open', '=', 0)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async removeRead(accountId) {
      // Each step continues after the last number of the previous one, so the loop ends even if more messages
      // are marked as read meanwhile.
      let after = 0;
      let removed = 0;
      for (;;) {
        await nextTurn();
        const read = await database
          .selectFrom('message')
          .select('number')
          .where('account_id', '=', accountId)
          .where('is_read', '=', 1)
          .where('number', '>', after)
          .orderBy('number')
          .limit(messagesPerTurn)
          .execute();
        const numbers = read.map(({ number }) => number);
        if (numbers.length === 0) return removed;
        const { numDeletedRows } = await database
          .deleteFrom('message')
          .where('account_id', '=', accountId)
          .where('number', 'in', numbers)
          .executeTakeFirst();
        removed += Number(numDeletedRows);
        after = numbers.at(-1) ?? after;
      }
    },
    async count(accountId) {
      const { held, read } = await tally(accountId).where('is_open', '=', 0).executeTakeFirstOrThrow();
      return { unread: held - read, read };
    },
    async isFull(accountId, limit) {
      const { held, read } = await tally(accountId).executeTakeFirstOrThrow();
      return held - read >= limit;
    },
    open: (accountId, { fromDisplayName, fromSipaddress, timestamp }, limit) =>
      exclusively(database, `messages ${accountId}`, async (transaction) => {
        if (!(await makeRoom(transaction, accountId, limit))) return undefined;
        const number = await nextNumber(transaction, accountId);
        await transaction
          .insertInto('message')
          .values({
            account_id: accountId,
            number,
            from_name: fromDisplayName ?? null,
            from_address: fromSipaddress ?? null,
            text: null,
            is_read: 0,
            is_open: 1,
            timestamp,
          })
          .execute();
        return number;
      }),
    async update(accountId, messageNumber, text) {
      await database
        .updateTable('message')
        .set({ text: text ?? null })
        .where('account_id', '=', accountId)
        .where('number', '=', messageNumber)
        .execute();
    },
    async close(accountId, messageNumber) {
      await database
        .updateTable('message')
        .set({ is_open: 0 })
        .where('account_id', '=', accountId)
        .where('number', '=', messageNumber)
        .execute();
    },
    async removeBefore(time) {
      for (;;) {
        await nextTurn();
        const { numAffectedRows = 0n } = await sql`
          delete from message where (account_id, number) in (
            select account_id, number from message where timestamp < ${time} and is_open = 0
            limit ${messagesPerTurn})`.execute(database);
        if (numAffectedRows < messagesPerTurn) return;
      }
    },
    async closeAll() {
      const { numUpdatedRows } = await database
        .updateTable('message')
        .set({ is_open: 0 })
        .where('is_open', '=', 1)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}

import type { Database } from '../database/database.ts';
import { exclusively } from '../repositories/exclusively.ts';
import type { WaitingMailRepository } from '../repositories/repositories.ts';

export function createWaitingMailRepository(database: Database): WaitingMailRepository {
  const tallyOf = async (on: Database) => {
    const { mails, bytes } = await on
      .selectFrom('waiting_mail')
      .select(({ fn }) => [fn.countAll<number>().as('mails'), fn.sum<number | null>('bytes').as('bytes')])
      .executeTakeFirstOrThrow();
    return { mails, bytes: bytes ?? 0 };
  };
  return {
    add: (mail, { mails: most, bytes: mostBytes, dropsOldest }) =>
      exclusively(database, 'waiting mails', async (transaction) => {
        for (;;) {
          const { mails, bytes } = await tallyOf(transaction);
          if (mails < most && bytes + mail.bytes <= mostBytes) break;
          const oldest = await transaction
            .selectFrom('waiting_mail')
            .select('name')
            .orderBy('name')
            .limit(1)
            .executeTakeFirst();
          if (!dropsOldest || oldest === undefined) return false;
          await transaction.deleteFrom('waiting_mail').where('name', '=', oldest.name).execute();
        }
        await transaction.insertInto('waiting_mail').values(mail).execute();
        return true;
      }),
    tally: () => tallyOf(database),
    latest: async (most) =>
      (
        await database
          .selectFrom('waiting_mail')
          .select('content')
          .orderBy('name', 'desc')
          .limit(most)
          .execute()
      ).map(({ content }) => content),
    next: (after) =>
      database
        .selectFrom('waiting_mail')
        .select(['name', 'content'])
        .where('name', '>', after)
        .orderBy('name')
        .limit(1)
        .executeTakeFirst(),
    async remove(name) {
      await database.deleteFrom('waiting_mail').where('name', '=', name).execute();
    },
  };
}

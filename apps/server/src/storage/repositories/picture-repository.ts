import { PROPERTY_KEYS } from '@samtal/api-contract';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from './exclusively.ts';
import type { PictureRepository } from './people-repositories.ts';

export function createPictureRepository(database: Database): PictureRepository {
  const changePictures = <T>(accountId: string, run: (transaction: Transaction<Tables>) => Promise<T>) =>
    exclusively(database, `pictures ${accountId}`, run);

  const picturesOf = (from: Kysely<Tables>, accountId: string, contactId: string | undefined) =>
    from
      .deleteFrom('picture')
      .where('account_id', '=', accountId)
      .where('contact_id', contactId === undefined ? 'is' : '=', contactId ?? null);

  /** Writes the address of a picture; '' removes it. @returns false if there is no such contact */
  async function writeAddress(
    transaction: Transaction<Tables>,
    accountId: string,
    contactId: string | undefined,
    address: string,
  ): Promise<boolean> {
    if (contactId !== undefined) {
      const changed = await transaction
        .updateTable('contact')
        .set({ image_url: address })
        .where('account_id', '=', accountId)
        .where('id', '=', contactId)
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    }
    await transaction
      .deleteFrom('account_property')
      .where('account_id', '=', accountId)
      .where('key', '=', PROPERTY_KEYS.picture)
      .execute();
    if (address === '') return true;
    const { position } = await transaction
      .selectFrom('account_property')
      .select((select) => select.fn.max('position').as('position'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('account_property')
      .values({
        account_id: accountId,
        key: PROPERTY_KEYS.picture,
        value: address,
        position: (position ?? 0) + 1,
      })
      .execute();
    return true;
  }

  return {
    async find(id) {
      const row = await database
        .selectFrom('picture')
        .select('content')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.content;
    },
    replace: ({ id, accountId, contactId, content, address }, limit) =>
      changePictures(accountId, async (transaction) => {
        const others = await transaction
          .selectFrom('picture')
          .select((select) => select.fn.countAll<number>().as('number'))
          .where('account_id', '=', accountId)
          .where('contact_id', 'is distinct from', contactId ?? null)
          .executeTakeFirstOrThrow();
        if (others.number >= limit) return false;
        if (!(await writeAddress(transaction, accountId, contactId, address))) return false;
        await picturesOf(transaction, accountId, contactId).execute();
        await transaction
          .insertInto('picture')
          .values({ id, account_id: accountId, contact_id: contactId ?? null, content })
          .execute();
        return true;
      }),
    remove: (accountId, contactId) =>
      changePictures(accountId, async (transaction) => {
        if (!(await writeAddress(transaction, accountId, contactId, ''))) return false;
        await picturesOf(transaction, accountId, contactId).execute();
        return true;
      }),
  };
}

import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { LIST_LIMITS } from '../../domain/limits/limits.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { exclusively } from '../repositories/exclusively.ts';
import { inPages } from '../repositories/in-pages.ts';
import type { Pages } from '../repositories/people-repositories.ts';
import type { ListingResult, ListPlace } from './listings.ts';

/** The pages of a list from a place on. @param read the next rows after a place */
export const pagesFrom = <Row extends ListPlace>(
  place: ListPlace | undefined,
  read: (after: ListPlace | undefined, limit: number) => Promise<readonly Row[]>,
): Pages<Row> =>
  inPages<Row, ListPlace>(async (after = place) => {
    const rows = await read(after, LIST_LIMITS.rowsPerTurn);
    return { rows, next: rows.length < LIST_LIMITS.rowsPerTurn ? undefined : rows.at(-1) };
  });

type Fields = { readonly organisationId: number | undefined; readonly name: string };

/** A table whose rows have an order, and belong to one organisation or to every one. */
type ListTable<Wanted extends Fields> = {
  readonly table: 'service' | 'directory_entry';
  /** The purpose of the lock, which is that of the operator's tool, because it replaces the whole table. */
  readonly lock: string;
  /** The column with what a row calls: of one name and address an organisation has one row. */
  readonly address: 'sipaddress' | 'phone';
  readonly addressOf: (wanted: Wanted) => string;
  readonly insert: (transaction: Transaction<Tables>, place: ListPlace, wanted: Wanted) => Promise<unknown>;
  readonly set: (transaction: Transaction<Tables>, id: string, wanted: Wanted) => Promise<unknown>;
  /** Removes what no row needs now. */
  readonly tidy?: (transaction: Transaction<Tables>) => Promise<void>;
};

/** Adds, changes and removes rows of such a table, one change after the other. */
export function createListChanges<Wanted extends Fields>(
  database: Database,
  { table, lock, address, addressOf, insert, set, tidy }: ListTable<Wanted>,
) {
  const ofOrganisation = (transaction: Transaction<Tables>, { organisationId }: Fields) =>
    transaction
      .selectFrom(table)
      .where('organisation_id', organisationId === undefined ? 'is' : '=', organisationId ?? null);

  async function hasSame(transaction: Transaction<Tables>, wanted: Wanted): Promise<boolean> {
    const same = await ofOrganisation(transaction, wanted)
      .select('id')
      .where('name', '=', wanted.name)
      .where(address, '=', addressOf(wanted))
      .executeTakeFirst();
    return same !== undefined;
  }

  async function isFull(transaction: Transaction<Tables>, wanted: Wanted, most: number): Promise<boolean> {
    const { number } = await ofOrganisation(transaction, wanted)
      .select((select) => select.fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow();
    return number >= most;
  }

  return {
    add: (wanted: Wanted, most: number): Promise<ListingResult> =>
      exclusively(database, lock, async (transaction) => {
        if (await hasSame(transaction, wanted)) return { outcome: 'exists' };
        if (await isFull(transaction, wanted, most)) return { outcome: 'full' };
        const { last } = await transaction
          .selectFrom(table)
          .select((select) => select.fn.max<number | null>('position').as('last'))
          .executeTakeFirstOrThrow();
        const id = randomUUID();
        await insert(transaction, { id, position: (last ?? -1) + 1 }, wanted);
        return { outcome: 'done', id };
      }),
    update: (id: string, wanted: Wanted, most: number): Promise<ListingResult> =>
      exclusively(database, lock, async (transaction) => {
        const before = await transaction
          .selectFrom(table)
          .select(['organisation_id', 'name', address])
          .where('id', '=', id)
          .executeTakeFirst();
        if (before === undefined) return { outcome: 'gone' };
        const isMoved = before.organisation_id !== (wanted.organisationId ?? null);
        const isRenamed = before.name !== wanted.name || before[address] !== addressOf(wanted);
        // A table of the operator's tool may have the same row twice, and more rows than the console adds.
        if ((isMoved || isRenamed) && (await hasSame(transaction, wanted))) return { outcome: 'exists' };
        if (isMoved && (await isFull(transaction, wanted, most))) return { outcome: 'full' };
        await set(transaction, id, wanted);
        await tidy?.(transaction);
        return { outcome: 'done', id };
      }),
    remove: (id: string): Promise<boolean> =>
      exclusively(database, lock, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom(table)
          .where('id', '=', id)
          .executeTakeFirst();
        await tidy?.(transaction);
        return numDeletedRows > 0n;
      }),
  };
}

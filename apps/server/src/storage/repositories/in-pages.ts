import { nextTurn } from '../database/next-turn.ts';

/** What one page has found among the rows it looked at, and where the next begins; undefined = there is none. */
export type Page<Row, Cursor> = { readonly rows: readonly Row[]; readonly next: Cursor | undefined };

/**
 * A long list as pages, each read in a turn of the event loop of its own. A page is found by the last key of the one
 * before (keyset), so rows that nobody touches are there once, whatever is added or removed meanwhile.
 */
export async function* inPages<Row, Cursor>(
  read: (after: Cursor | undefined) => Promise<Page<Row, Cursor>>,
): AsyncGenerator<readonly Row[], void, undefined> {
  let after: Cursor | undefined;
  do {
    await nextTurn();
    const { rows, next } = await read(after);
    yield rows;
    after = next;
  } while (after !== undefined);
}

/** Everything of a list in pages, for those that need it whole and are in no hurry. */
export async function wholeList<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

import { nextTurn } from '../database/next-turn.ts';

/** The matching rows of one page, and the cursor for the next page; undefined = this page is the last. */
export type Page<Row, Cursor> = { readonly rows: readonly Row[]; readonly next: Cursor | undefined };

/**
 * A long list in pages, each read in its own turn of the event loop. Each page starts after the last key of
 * the one before (keyset), so every unchanged row appears exactly once, even if rows are added or removed
 * meanwhile.
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

/** Collects all pages of a list, for callers that need the whole list. */
export async function wholeList<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

const quotesIn = (cell: string): number => cell.split('"').length - 1;

/**
 * What is wrong with a row of a table as a whole; undefined = nothing. A comma without quotes, or a quote that is not
 * closed, would move values into wrong columns.
 */
export function rowProblem(headings: readonly string[], row: readonly string[]): string | undefined {
  if (row.some((cell) => cell.startsWith('"') && quotesIn(cell) % 2 === 1))
    return 'it has a quote that is not closed.';
  const last = row.findLastIndex((cell) => cell.trim() !== '');
  return last < headings.length
    ? undefined
    : `it has ${last + 1} cells, the headings have ${headings.length}. A cell with a comma needs quotes.`;
}

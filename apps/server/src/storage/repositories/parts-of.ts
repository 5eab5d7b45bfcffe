import { LIST_LIMITS } from '../../domain/limits/limits.ts';

/** Splits rows into parts of at most `most` rows; each part is written in one statement. */
export function* partsOf<Row>(
  rows: readonly Row[],
  most: number = LIST_LIMITS.rowsPerTurn,
): Generator<readonly Row[], void, undefined> {
  for (let start = 0; start < rows.length; start += most) yield rows.slice(start, start + most);
}

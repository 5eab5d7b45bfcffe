import { createHash } from 'node:crypto';
import type { Row, Value } from './table-shape.ts';

/** Number and checksum of the rows of a table. */
export type Tally = { readonly rows: number; readonly checksum: string };

const BITS = 256n;

/** Text in which no two values look alike. */
const written = (value: Value): string => {
  if (value === null) return '-';
  return typeof value === 'bigint' ? `#${value};` : `"${value.length}:${value}`;
};

/**
 * Counts rows. The checksum is the sum of the SHA-256 hashes of the rows, so it does not depend on their order, in
 * which the two databases differ.
 */
export function createTally(): { readonly add: (row: Row) => void; readonly result: () => Tally } {
  let rows = 0;
  let sum = 0n;
  return {
    add(row) {
      rows++;
      const hash = createHash('sha256').update(row.map(written).join(''), 'utf8').digest('hex');
      sum = BigInt.asUintN(Number(BITS), sum + BigInt(`0x${hash}`));
    },
    result: () => ({ rows, checksum: sum.toString(16).padStart(Number(BITS) / 4, '0') }),
  };
}

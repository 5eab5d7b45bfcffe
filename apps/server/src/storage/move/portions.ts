import { MOVE_LIMITS } from '../../domain/limits/limits.ts';
import type { Row } from './table-shape.ts';

/** Joins rows to portions that fit into memory, however long their texts are. */
export function* inPortions(rows: Iterable<Row>): Generator<readonly Row[]> {
  let portion: Row[] = [];
  let length = 0;
  for (const row of rows) {
    portion.push(row);
    for (const value of row) length += typeof value === 'string' ? value.length : 0;
    if (portion.length < MOVE_LIMITS.portionRows && length < MOVE_LIMITS.portionLength) continue;
    yield portion;
    portion = [];
    length = 0;
  }
  if (portion.length > 0) yield portion;
}

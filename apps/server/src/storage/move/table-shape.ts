/**
 * A value that both databases keep unchanged. Numbers are whole; they may be larger than a JavaScript number can hold
 * exactly.
 */
export type Value = string | bigint | null;

/** The values of one row in the order of the table's columns. */
export type Row = readonly Value[];

export type Column = { readonly name: string; readonly kind: 'text' | 'number' };

export type Table = {
  readonly name: string;
  /** In the order of their names. */
  readonly columns: readonly Column[];
  /** Other tables that must be filled first. */
  readonly references: readonly string[];
};

/** The data cannot be moved; the message says why, and what to do. */
export class MoveError extends Error {}

/** Orders tables so that each comes after those that it references. */
export function inOrderOfReferences(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let left = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  while (left.length > 0) {
    const ready = left.filter(({ references }) =>
      references.every((name) => !left.some((other) => other.name === name)),
    );
    if (ready.length === 0)
      throw new Error(`These tables reference each other: ${left.map(({ name }) => name).join(', ')}.`);
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

const describe = ({ name, columns }: Table): string =>
  `${name} (${columns.map((column) => `${column.name} ${column.kind}`).join(', ')})`;

/** Throws a `MoveError` if the tables of the two databases, or their columns, differ: nothing may be left behind. */
export function refuseDifferences(source: readonly Table[], target: readonly Table[]): void {
  const here = source.map(describe);
  const there = target.map(describe);
  const odd = [
    ...here.filter((table) => !there.includes(table)),
    ...there.filter((table) => !here.includes(table)),
  ];
  if (odd.length > 0)
    throw new MoveError(
      `Only one of the two databases has ${odd.join('; ')}. Remove tables and columns that are not Samtal's.`,
    );
}

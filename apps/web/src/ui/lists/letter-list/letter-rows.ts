import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Entries under one heading. */
export type RowGroup<Item> = {
  readonly key: string;
  readonly label: string;
  /** The letter on the button that leads to this group; a group without a letter has no button. */
  readonly letter?: string;
  readonly items: readonly Item[];
};

export type ItemRow<Item> = {
  readonly kind: 'item';
  readonly key: string;
  readonly group: number;
  /** Index of the group's heading row. */
  readonly headingIndex: number;
  /** Index in its group, from 0. */
  readonly place: number;
  readonly item: Item;
};

export type Row<Item> =
  | { readonly kind: 'heading'; readonly key: string; readonly group: number; readonly headingIndex: number }
  | ItemRow<Item>;

/** Headings and entries in the order of the page. */
export function letterRows<Item>(
  groups: readonly RowGroup<Item>[],
  keyOf: (item: Item) => string,
): readonly Row<Item>[] {
  const rows: Row<Item>[] = [];
  for (const [group, { key, items }] of groups.entries()) {
    const headingIndex = rows.length;
    rows.push({ kind: 'heading', key: `group ${key}`, group, headingIndex });
    for (const [place, item] of items.entries())
      rows.push({ kind: 'item', key: `${key} ${keyOf(item)}`, group, headingIndex, place, item });
  }
  return rows;
}

/**
 * The indexes of the rows to render: the visible rows and a few around them, the focused row, the headings of
 * all these, and for a heading at least the first entry under it.
 */
export function shownRows<Item>(
  rows: readonly Row<Item>[],
  range: Range,
  focused: number | undefined,
): number[] {
  const shown = new Set(defaultRangeExtractor(range));
  const kept = [range.startIndex, ...shown, focused ?? -1].flatMap((index) => {
    const row = rows[index];
    return row === undefined ? [] : [index, row.headingIndex];
  });
  for (const index of kept) shown.add(index);
  const filled = new Set(
    [...shown].flatMap((index) => (rows[index]?.kind === 'item' ? [rows[index].group] : [])),
  );
  for (const index of shown) {
    const row = rows[index];
    if (row?.kind === 'heading' && !filled.has(row.group) && rows[index + 1]?.group === row.group)
      shown.add(index + 1);
  }
  return [...shown].toSorted((one, other) => one - other);
}

/** Position of a row, in CSS pixels from the top of the page. */
type Placed = { readonly index: number; readonly start: number; readonly end: number };

export type Section<Item> = {
  readonly group: number;
  /** `gap` is the height of the rows directly before this row that are not rendered, in CSS pixels. */
  readonly heading: { readonly index: number; readonly gap: number };
  readonly entries: readonly { readonly index: number; readonly gap: number; readonly row: ItemRow<Item> }[];
};

/** Groups the rendered rows under their headings. */
export function sectionsOf<Item>(
  rows: readonly Row<Item>[],
  placed: readonly Placed[],
  top: number,
): readonly Section<Item>[] {
  const sections: {
    group: number;
    heading: Section<Item>['heading'];
    entries: Section<Item>['entries'][number][];
  }[] = [];
  let before = top;
  for (const { index, start, end } of placed) {
    const row = rows[index];
    if (row === undefined) continue;
    const gap = start - before;
    before = end;
    if (row.kind === 'heading') sections.push({ group: row.group, heading: { index, gap }, entries: [] });
    else sections.at(-1)?.entries.push({ index, gap, row });
  }
  return sections;
}

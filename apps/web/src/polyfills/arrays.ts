/**
 * The index counted from the start; a negative `index` counts from the end (ECMA-262, ToIntegerOrInfinity and
 * "relativeIndex").
 */
function absolute(index: number, length: number): number {
  const whole = Math.trunc(index) || 0;
  return whole < 0 ? length + whole : whole;
}

type Items = readonly unknown[];
type Test = (item: unknown, index: number, items: Items) => unknown;

function findLastIndex(this: Items, test: Test): number {
  for (let index = this.length - 1; index >= 0; index -= 1) if (test(this[index], index, this)) return index;
  return -1;
}

export const arrayMethods = {
  at(this: Items, index: number): unknown {
    return this[absolute(index, this.length)];
  },
  findLast(this: Items, test: Test): unknown {
    return this[findLastIndex.call(this, test)];
  },
  findLastIndex,
  toReversed(this: Items): unknown[] {
    // oxlint-disable-next-line unicorn/no-array-reverse -- it reverses a copy, and toReversed is missing
    return [...this].reverse();
  },
  toSorted(this: Items, compare?: (one: unknown, other: unknown) => number): unknown[] {
    // oxlint-disable-next-line unicorn/no-array-sort -- it sorts a copy, and toSorted is missing
    return [...this].sort(compare);
  },
  toSpliced(this: Items, ...change: Parameters<unknown[]['splice']>): unknown[] {
    const copy = [...this];
    copy.splice(...change);
    return copy;
  },
  with(this: Items, index: number, item: unknown): unknown[] {
    const at = absolute(index, this.length);
    if (at < 0 || at >= this.length) throw new RangeError('Invalid index');
    const copy = [...this];
    copy[at] = item;
    return copy;
  },
};

export const stringMethods = {
  at(this: string, index: number): string | undefined {
    return this[absolute(index, this.length)];
  },
};

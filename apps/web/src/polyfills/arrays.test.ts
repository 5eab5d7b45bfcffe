import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayMethods, stringMethods } from './arrays.ts';

const items = fc.array(fc.integer(), { maxLength: 6 });
const index = fc.oneof(
  fc.integer({ min: -9, max: 9 }),
  fc.constantFrom(1.9, -1.9, Number.NaN, Infinity, -Infinity),
);

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return (error as Error).name;
  }
}

type Call = { readonly args: readonly unknown[]; readonly native: (all: number[]) => unknown };

const isOdd = (value: unknown): boolean => (value as number) % 2 !== 0;
const descending = (one: unknown, other: unknown): number => (other as number) - (one as number);

const calls: Readonly<Record<keyof typeof arrayMethods, fc.Arbitrary<Call>>> = {
  at: index.map((at) => ({ args: [at], native: (all) => all.at(at) })),
  findLast: fc.constant({ args: [isOdd], native: (all: number[]) => all.findLast(isOdd) }),
  findLastIndex: fc.constant({ args: [isOdd], native: (all: number[]) => all.findLastIndex(isOdd) }),
  toReversed: fc.constant({ args: [], native: (all: number[]) => all.toReversed() }),
  toSorted: fc.constantFrom<Call>(
    // oxlint-disable-next-line typescript/require-array-sort-compare -- the comparison is under test
    { args: [], native: (all) => all.toSorted() },
    { args: [descending], native: (all) => all.toSorted(descending) },
  ),
  toSpliced: fc.tuple(index, index).map(([at, count]) => ({
    args: [at, count, 7, 8],
    native: (all) => all.toSpliced(at, count, 7, 8),
  })),
  with: index.map((at) => ({ args: [at, 7], native: (all) => all.with(at, 7) })),
};

test.each(Object.entries(calls))(
  'D44 the polyfill %s of arrays behaves like the native method',
  (name, call) => {
    const method = arrayMethods[name as keyof typeof arrayMethods] as (
      ...args: readonly unknown[]
    ) => unknown;
    fc.assert(
      fc.property(items, call, (all, { args, native }) => {
        const before = [...all];
        expect(outcome(() => method.apply(all, [...args]))).toEqual(outcome(() => native(all)));
        expect(all).toEqual(before);
      }),
      { seed: 44 },
    );
  },
);

test('D44 the polyfill at of strings behaves like the native method', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 6 }), index, (text, at) => {
      expect(stringMethods.at.call(text, at)).toBe(text.at(at));
    }),
    { seed: 44 },
  );
});

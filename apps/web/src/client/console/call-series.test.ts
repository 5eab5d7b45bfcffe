import { type CallNumbers, LISTED_KINDS, LISTED_OUTCOMES } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { callSeriesOf, daysBetween } from './call-series.ts';

const order = { outcomes: LISTED_OUTCOMES, kinds: LISTED_KINDS };
const empty: CallNumbers = { from: '2026-02-27', to: '2026-03-01', calls: [], days: [], minutes: [] };

test('D107 all days are listed, over the end of a month, and none in the wrong order', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(daysBetween('2026-03-01', '2026-02-27')).toEqual([]);
  expect(daysBetween('x', 'y')).toEqual([]);
});

test('D107 days without calls are there with 0, and no share is divided by 0', () => {
  const series = callSeriesOf(
    {
      ...empty,
      calls: [
        { day: '2026-02-27', outcome: 'answered', kind: 'video', calls: 2 },
        { day: '2026-03-01', outcome: 'busy', kind: 'video', calls: 1 },
      ],
      days: [{ day: '2026-02-27', answered: 2, withText: 1, setUpHalf: 4, setUpMost: 9 }],
    },
    order,
  );
  expect(series.outcomes).toEqual([
    { of: 'answered', values: [2, 0, 0] },
    { of: 'busy', values: [0, 0, 1] },
  ]);
  expect(series.kinds).toEqual([{ of: 'video', values: [2, 0, 1] }]);
  expect([series.calls, series.answered, series.textShare, series.textShares]).toEqual([
    3,
    2,
    0.5,
    [0.5, 0, 0],
  ]);
  expect(callSeriesOf(empty, order)).toMatchObject({
    calls: 0,
    textShare: 0,
    outcomes: [],
    minutes: [],
    sums: [],
  });
});

test('D107 the organisations with the most minutes are told apart, the others are added up', () => {
  const minutes = Array.from({ length: 9 }, (_each, organisation) => ({
    day: '2026-02-28',
    organisation,
    calls: 1,
    minutes: organisation + 0.5,
  }));
  const series = callSeriesOf({ ...empty, minutes }, order);
  expect(series.minutes.map(({ of }) => of)).toEqual([8, 7, 6, 5, 4, 3, undefined]);
  expect(series.minutes.at(-1)?.values).toEqual([0, 4.5, 0]);
  expect(series.sums[0]).toEqual({ organisation: 8, calls: 1, minutes: 8.5 });
  expect(series.sums).toHaveLength(9);
});

import type { CallNumbers, ListedCall } from '@samtal/api-contract';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Organisations that a plot tells apart; the others are added up. */
const MOST_ORGANISATIONS = 6;

/** All days from the first to the last in UTC, both included. */
export function daysBetween(from: string, to: string): readonly string[] {
  const [first, last] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`));
  if (first === undefined || last === undefined || !(last >= first)) return [];
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_day, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
}

/** One value for each day; days without one have 0. */
function byDay<T extends { readonly day: string }>(
  days: readonly string[],
  found: readonly T[],
  valueOf: (each: T) => number,
): readonly number[] {
  const sums = new Map<string, number>();
  for (const each of found) sums.set(each.day, (sums.get(each.day) ?? 0) + valueOf(each));
  return days.map((day) => sums.get(day) ?? 0);
}

type CallSeries<Name> = { readonly of: Name; readonly values: readonly number[] };

type Counted = CallNumbers['calls'][number];

/** The calls of each outcome, or of each kind, by day; those that do not occur are left out. */
const split = <Name>(
  { calls }: CallNumbers,
  days: readonly string[],
  { nameOf, order }: { readonly nameOf: (each: Counted) => Name; readonly order: readonly Name[] },
): readonly CallSeries<Name>[] =>
  order
    .map((of) => ({
      of,
      values: byDay(
        days,
        calls.filter((each) => nameOf(each) === of),
        ({ calls: number }) => number,
      ),
    }))
    .filter(({ values }) => values.some((value) => value > 0));

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const tenths = (value: number): number => Math.round(value * 10) / 10;

/** What the page of the numbers shows. */
export function callSeriesOf(
  numbers: CallNumbers,
  order: {
    readonly outcomes: readonly ListedCall['outcome'][];
    readonly kinds: readonly ListedCall['kind'][];
  },
) {
  const days = daysBetween(numbers.from, numbers.to);
  const organisations = [...new Set(numbers.minutes.map(({ organisation }) => organisation))];
  const sums = organisations
    .map((organisation) => {
      const own = numbers.minutes.filter((each) => each.organisation === organisation);
      return {
        organisation,
        calls: sumOf(own.map(({ calls }) => calls)),
        minutes: tenths(sumOf(own.map(({ minutes }) => minutes))),
      };
    })
    .toSorted((one, other) => other.minutes - one.minutes);
  const apart = sums.slice(0, MOST_ORGANISATIONS).map(({ organisation }) => organisation);
  const rest = numbers.minutes.filter(({ organisation }) => !apart.includes(organisation));
  const answered = sumOf(numbers.days.map((each) => each.answered));
  const withText = sumOf(numbers.days.map((each) => each.withText));
  return {
    days,
    calls: sumOf(numbers.calls.map(({ calls }) => calls)),
    answered,
    /** Share of the answered calls with text, from 0 to 1. */
    textShare: answered === 0 ? 0 : withText / answered,
    outcomes: split(numbers, days, { nameOf: ({ outcome }) => outcome, order: order.outcomes }),
    kinds: split(numbers, days, { nameOf: ({ kind }) => kind, order: order.kinds }),
    textShares: byDay(days, numbers.days, (day) => day.withText / day.answered),
    setUpHalf: byDay(days, numbers.days, (day) => day.setUpHalf),
    setUpMost: byDay(days, numbers.days, (day) => day.setUpMost),
    minutes: [
      ...apart.map((organisation) => ({
        of: organisation,
        values: byDay(
          days,
          numbers.minutes.filter((each) => each.organisation === organisation),
          ({ minutes }) => minutes,
        ),
      })),
      ...(rest.length === 0
        ? []
        : [{ of: undefined, values: byDay(days, rest, ({ minutes }) => tenths(minutes)) }]),
    ] satisfies readonly CallSeries<number | undefined>[],
    sums: sums,
  };
}

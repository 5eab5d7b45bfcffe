import { Counter, type Registry } from 'prom-client';

type Tally = {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Values that are shown as 0 before they are counted, so that the first one is seen as an increase. */
  readonly expected?: readonly (readonly string[])[];
  /** Series that are kept; above it, values that are new count as `other`. */
  readonly most: number;
};

/**
 * A counter for what happens with every message. It adds to a number in a map and fills the counter of prom-client only
 * when that is read, because that one sorts and checks the labels each time.
 * @returns counts one event with these label values, in the order of `labels`
 */
export function createTally(
  registry: Registry,
  { name, help, labels, expected = [], most }: Tally,
): (...values: string[]) => void {
  const counts = new Map<string, { readonly values: readonly string[]; count: number }>();
  const keyOf = (values: readonly string[]): string => values.join('\n');
  const others = labels.map(() => 'other');
  const create = (values: readonly string[]): { readonly values: readonly string[]; count: number } => {
    const series = { values, count: 0 };
    counts.set(keyOf(values), series);
    return series;
  };
  for (const values of expected) create(values);

  const counter = new Counter({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect() {
      counter.reset();
      for (const { values, count } of counts.values())
        counter.inc(Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ''])), count);
    },
  });
  return (...values) => {
    const known = counts.get(keyOf(values));
    const series =
      known ?? (counts.size < most ? create(values) : (counts.get(keyOf(others)) ?? create(others)));
    series.count += 1;
  };
}

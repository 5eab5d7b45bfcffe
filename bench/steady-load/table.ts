import type { MemoryOfProcess } from '../machine/memory-watch.ts';
import type { Counts } from './load.ts';

export type Measured = Counts & {
  readonly name: string;
  /** Hundredths of a core, of each process. */
  readonly cpu: readonly number[];
  readonly memory: readonly MemoryOfProcess[];
};

const percentile = (numbers: readonly number[], share: number): string =>
  (numbers.toSorted((one, two) => one - two)[Math.ceil(numbers.length * share) - 1] ?? Number.NaN).toFixed(1);
const spread = (numbers: readonly number[]): string =>
  `${percentile(numbers, 0.5)} / ${percentile(numbers, 0.99)} / ${percentile(numbers, 1)}`;

/** Which failures there were, and how often. */
function causesOf({ failures }: Counts): string {
  const counted = new Map<string, number>();
  for (const failure of failures) counted.set(failure, (counted.get(failure) ?? 0) + 1);
  return [...counted].map(([cause, count]) => `${count} × ${cause}`).join('; ');
}

/** The results as Markdown. */
export function linesOf(measured: readonly Measured[]): readonly string[] {
  const row = (what: string, of: (each: Measured) => string): string =>
    `| ${what} | ${measured.map(of).join(' | ')} |`;
  return [
    row('', ({ name }) => name),
    `|---|${measured.map(() => '---|').join('')}`,
    row('calls', ({ calls }) => String(calls)),
    row('texts', ({ texts }) => String(texts)),
    row('renewed registrations', ({ renewals }) => String(renewals)),
    row('failed', ({ failures }) => String(failures.length)),
    row('INVITE to 180, ms: median / 99 of 100 / longest', ({ ringing }) => spread(ringing)),
    row('text to its 200, ms: median / 99 of 100 / longest', ({ delivery }) => spread(delivery)),
    '',
    '| Process | CPU, % of a core | memory, MB | growth in 10 minutes, MB |',
    '|---|---|---|---|',
    ...measured.flatMap(({ name, cpu, memory }) =>
      memory.map(
        (each, index) =>
          `| ${name}: ${each.name} | ${(cpu[index] ?? Number.NaN).toFixed(1)} | ${each.firstMb.toFixed(1)} → ${each.lastMb.toFixed(1)} | ${each.mbPerTenMinutes.toFixed(2)} |`,
      ),
    ),
    ...measured
      .filter(({ failures }) => failures.length > 0)
      .map((each) => `\n${each.name}: ${causesOf(each)}`),
  ];
}

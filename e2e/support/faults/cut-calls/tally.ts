import type { Findings } from './comparison.ts';
import type { Result } from './cut-call.ts';
import type { PlannedCall } from './plan.ts';

/** The counts of each text, by the title of their column. */
const COUNTED = {
  typed: ({ figures }: Findings) => figures.typed.length,
  lost: ({ figures }: Findings) => figures.lost.length,
  'told as doubtful': ({ figures }: Findings) => figures.told.length,
  'told by the history only': ({ figures }: Findings) => figures.toldByHistoryOnly.length,
  'lost and not told': ({ breaches }: Findings) => breaches.lostUnsaid.length + breaches.erasedUnsaid.length,
  'told but arrived': ({ figures }: Findings) => figures.falselyDoubted.length,
  'erased here, left there': ({ figures }: Findings) => figures.notErased.length,
  'left there and not told': ({ breaches }: Findings) => breaches.leftUnsaid.length,
} as const;

type Head = keyof typeof COUNTED;

const HEADS = Object.keys(COUNTED) as Head[];

class Row {
  calls = 0;
  readonly letters = new Map<Head, number>(HEADS.map((head) => [head, 0]));

  add(results: readonly Result[]): void {
    this.calls += 1;
    for (const { findings } of results)
      for (const [head, count] of this.letters) this.letters.set(head, count + COUNTED[head](findings));
  }

  toString(): string {
    return [this.calls, ...this.letters.values()].join(' | ');
  }
}

/** Counts of letters by kind of cut and text transport. */
export type Tally = {
  add(call: PlannedCall, results: readonly Result[]): void;
  calls(): number;
  letters(head: Head): number;
  table(): string;
};

export function createTally(): Tally {
  const rows = new Map<string, Row>();
  const total = new Row();
  return {
    add({ cut, wire }, results) {
      const name = `${cut.name} | ${wire}`;
      const row = rows.get(name) ?? new Row();
      rows.set(name, row);
      for (const each of [row, total]) each.add(results);
    },
    calls: () => total.calls,
    letters: (head) => total.letters.get(head) ?? 0,
    table() {
      const sorted = [...rows].toSorted(([one], [other]) => one.localeCompare(other));
      const lines = [...sorted, ['all | both', total] as const].map(([name, row]) => `| ${name} | ${row} |`);
      return [`| cut | wire | calls | ${HEADS.join(' | ')} |`, ...lines].join('\n');
    },
  };
}

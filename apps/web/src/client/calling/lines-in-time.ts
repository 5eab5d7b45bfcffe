import type { AuthoredRun } from '@samtal/call-core';

/** The lines of a run, each with the line break at its end. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [''];

const keyOf = ({ by, beganAt }: AuthoredRun, index: number): string =>
  `${by?.address ?? ''} ${beganAt} ${index}`;

/**
 * Puts the lines of several calls in the order in which they began. A run has one time, and goes on when its author writes
 * again and only someone in another call has written meanwhile.
 */
export type LinesInTime = {
  /** Notes when each new line began. */
  note(runs: readonly AuthoredRun[], now: number): void;
  /** The same text in runs of whole lines; lines of one author that follow each other are one run. */
  arrange(runs: readonly AuthoredRun[]): readonly AuthoredRun[];
};

export function createLinesInTime(): LinesInTime {
  const began = new Map<string, number>();
  const timeOf = (run: AuthoredRun, index: number): number =>
    index === 0 ? run.beganAt : (began.get(keyOf(run, index)) ?? run.beganAt);
  return {
    note(runs, now) {
      for (const run of runs)
        for (const index of linesOf(run.text).keys())
          if (index > 0 && !began.has(keyOf(run, index))) began.set(keyOf(run, index), now);
    },
    arrange(runs) {
      const lines = runs.flatMap(({ cutBefore, ...run }) =>
        linesOf(run.text).map((text, index) => ({
          ...run,
          ...(index === 0 && cutBefore !== undefined && { cutBefore }),
          text,
          beganAt: timeOf(run, index),
        })),
      );
      const arranged: AuthoredRun[] = [];
      for (const line of lines.toSorted((one, two) => one.beganAt - two.beganAt)) {
        const last = arranged.at(-1);
        const isSame =
          last !== undefined &&
          last.by?.address === line.by?.address &&
          last.author === line.author &&
          last.isDoubtful === line.isDoubtful &&
          line.cutBefore === undefined;
        if (isSame) arranged[arranged.length - 1] = { ...last, text: last.text + line.text };
        else arranged.push(line);
      }
      return arranged;
    },
  };
}

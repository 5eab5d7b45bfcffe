import type { Clock, Log } from '@samtal/call-core';

const KEPT_LINES = 500;

export type LogLine = {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly level: 'debug' | 'info' | 'warn';
  readonly message: string;
  readonly detail?: Readonly<Record<string, unknown>>;
};

export type BrowserLog = Log & {
  /** The last lines, oldest first. */
  lines(): readonly LogLine[];
};

/** Keeps the last 500 lines; what is at `level` or above also goes to the console. */
export function createBrowserLog(
  clock: Clock,
  level: 'debug' | 'info' | 'warn',
  output: Pick<Console, 'debug' | 'info' | 'warn'>,
): BrowserLog {
  const levels = ['debug', 'info', 'warn'] as const;
  const shown = levels.slice(levels.indexOf(level));
  let kept: readonly LogLine[] = [];
  const write =
    (lineLevel: LogLine['level']): Log['info'] =>
    (message, detail) => {
      const line = {
        at: clock.now(),
        level: lineLevel,
        message,
        ...(detail === undefined ? {} : { detail }),
      };
      kept = [...kept.slice(1 - KEPT_LINES), line];
      if (shown.includes(lineLevel)) output[lineLevel](message, ...(detail === undefined ? [] : [detail]));
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), lines: () => kept };
}

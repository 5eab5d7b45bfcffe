import type { Clock, Log } from '@samtal/call-core';
import { type LogEntry, type LogLevel, logLevels } from '../../client/store/log-store.ts';
import { createStore, type Store } from '../../client/store/store.ts';
import { textWithoutSecrets, withoutSecrets } from '../../client/store/without-secrets.ts';

const KEPT_ENTRIES = 500;

export type BrowserLog = Log & {
  /** The latest entries, oldest first, without secrets. */
  readonly entries: Store<readonly LogEntry[]>;
};

/** Keeps the latest 500 entries. Those at or above the level that `level` returns also go to the console. */
export function createBrowserLog(
  clock: Pick<Clock, 'now'>,
  level: () => LogLevel,
  output: Pick<Console, 'debug' | 'info' | 'warn'>,
): BrowserLog {
  const entries = createStore<readonly LogEntry[]>([]);
  const write =
    (entryLevel: LogLevel, method: keyof typeof output): Log['info'] =>
    (message, detail) => {
      const entry: LogEntry = {
        at: clock.now(),
        level: entryLevel,
        message: textWithoutSecrets(message),
        ...(detail === undefined
          ? {}
          : { detail: withoutSecrets(detail) as Readonly<Record<string, unknown>> }),
      };
      entries.set([...entries.get().slice(1 - KEPT_ENTRIES), entry]);
      if (entryLevel >= level())
        output[method](entry.message, ...(entry.detail === undefined ? [] : [entry.detail]));
    };
  return {
    debug: write(logLevels.debug, 'debug'),
    info: write(logLevels.log, 'info'),
    warn: write(logLevels.console, 'warn'),
    entries,
  };
}

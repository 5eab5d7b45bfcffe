import { createContext, use } from 'react';
import { createStore, type Store } from './store.ts';

/** The importance of an entry, in the specification's numbers (CONST-02). */
export const logLevels = { debug: 1, log: 2, console: 3 } as const;
export type LogLevel = (typeof logLevels)[keyof typeof logLevels];

export type LogEntry = {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly level: LogLevel;
  readonly message: string;
  /** Without secrets: they are removed before an entry is stored. */
  readonly detail?: Readonly<Record<string, unknown>>;
};

/** The program's log since the page was loaded. */
export type LogStore = {
  /** The latest entries, oldest first. */
  readonly entries: Store<readonly LogEntry[]>;
  /**
   * Whether this tab shows entries from debug (1) on; otherwise it shows those from console (3) on.
   */
  readonly isDebugMode: Store<boolean>;
  readonly setDebugMode: (isOn: boolean) => void;
};

export const LogStoreContext = createContext<LogStore>({
  entries: createStore<readonly LogEntry[]>([]),
  isDebugMode: createStore(false),
  setDebugMode: () => {},
});

export function useLogStore(): LogStore {
  return use(LogStoreContext);
}

/** The entries of `level` and of more important levels (LOG-02). */
export function entriesFrom(entries: readonly LogEntry[], level: LogLevel): readonly LogEntry[] {
  return entries.filter((entry) => entry.level >= level);
}

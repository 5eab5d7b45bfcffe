import { ROWS_PER_IMPORT, type RowResult } from '@samtal/api-contract';
import type { ConsoleApi } from '../ports/console-api.ts';
import type { ApiFailure } from '../ports/user-api.ts';
import { createStore, type Store } from '../store/store.ts';

/** A row with its line in the file, and what the server did with it. */
export type ImportedRow = RowResult & { readonly line: number };

export type ImportState = {
  readonly phase: 'ready' | 'running' | 'paused' | 'done';
  readonly total: number;
  readonly results: readonly ImportedRow[];
  /** Why the import has stopped before its end; it can go on. */
  readonly failure?: ApiFailure | undefined;
};

export type PeopleImport = {
  readonly state: Store<ImportState>;
  /** Sends the rows that have no result yet; resolves when all have one, or when it is stopped. */
  run(): Promise<void>;
  stop(): void;
};

/** The first row of a file is its line 2: the headings are before it. */
const FIRST_LINE = 2;

/**
 * Imports a table of people in small parts. A part that fails is sent again by the next `run`: what the server has done
 * already, it reports as existing.
 */
export function createPeopleImport(
  api: Pick<ConsoleApi, 'importRows'>,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): PeopleImport {
  const state = createStore<ImportState>({ phase: 'ready', total: rows.length, results: [] });
  const change = (changed: Partial<ImportState>): void => state.set({ ...state.get(), ...changed });
  return {
    state,
    async run() {
      if (state.get().phase === 'running') return;
      change({ phase: 'running', failure: undefined });
      while (state.get().phase === 'running') {
        const { results } = state.get();
        const part = rows.slice(results.length, results.length + ROWS_PER_IMPORT);
        if (part.length === 0) return change({ phase: 'done' });
        const answer = await api.importRows(headings, part);
        if (!answer.ok) return change({ phase: 'paused', failure: answer });
        // An answer without a result would be asked for without end.
        if (answer.value.length === 0) return change({ phase: 'paused', failure: { ok: false, status: 0 } });
        const added = answer.value
          .slice(0, part.length)
          .map((result, index) => ({ ...result, line: FIRST_LINE + results.length + index }));
        change({ results: [...results, ...added] });
      }
    },
    stop() {
      if (state.get().phase === 'running') change({ phase: 'paused' });
    },
  };
}

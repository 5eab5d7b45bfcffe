import { MOVE_LIMITS, SERVER_LOCK_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import { placeOf, withCheckedTls } from '../database/postgres-database.ts';
import type { LockLimits } from '../server-lock/lock.ts';
import { lockServer } from '../server-lock/server-lock.ts';
import { createTally, type Tally } from './checksum.ts';
import type { Source, Target } from './ends.ts';
import { explainMove } from './explain-move.ts';
import { openPostgresSource, openPostgresTarget } from './postgres-end.ts';
import { openSqliteSource, openSqliteTarget } from './sqlite-end.ts';
import { inOrderOfReferences, MoveError, type Row, refuseDifferences, type Table } from './table-shape.ts';

type Moving = {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly to: 'postgres' | 'sqlite';
  /** Called with a line for the operator. */
  readonly report: (line: string) => void;
  readonly limits?: LockLimits;
};

export type Moved = {
  readonly tables: number;
  readonly rows: number;
  /** Texts with U+0000, which the target stores as U+FFFD. */
  readonly changedTexts: number;
};

async function tallyOf(target: Target, table: Table): Promise<Tally> {
  const tally = createTally();
  for await (const portion of target.read(table)) for (const row of portion) tally.add(row);
  return tally.result();
}

type Copying = { readonly source: Source; readonly target: Target; readonly report: Moving['report'] };

/** Copies one table and compares what the target then has; throws a `MoveError` if that is not the same. */
async function copyTable(
  table: Table,
  { source, target, report }: Copying,
): Promise<{ readonly rows: number; readonly changedTexts: number }> {
  let changedTexts = 0;
  function storable(row: Row): Row {
    return row.map((value) => {
      const stored = typeof value === 'string' ? target.storable(value) : value;
      if (stored !== value) changedTexts++;
      return stored;
    });
  }
  const tally = createTally();
  let told = 0;
  for await (const portion of source.read(table)) {
    const rows = portion.map(storable);
    await target.write(table, rows);
    for (const row of rows) tally.add(row);
    const { rows: done } = tally.result();
    if (done - told < MOVE_LIMITS.rowsPerLine) continue;
    told = done;
    report(`${table.name}: ${done} rows so far`);
  }
  const sent = tally.result();
  const found = await tallyOf(target, table);
  if (sent.rows !== found.rows || sent.checksum !== found.checksum)
    throw new MoveError(
      `The table ${table.name} has ${sent.rows} rows (checksum ${sent.checksum}), but ${found.rows} (${found.checksum}) were found after the copy.`,
    );
  report(`${table.name}: ${sent.rows} rows, checksum ${sent.checksum.slice(0, 16)}`);
  return { rows: sent.rows, changedTexts };
}

/** Lets the tables of the target go on with the numbers of the source, and checks that they do. */
async function moveNumbers(source: Source, target: Target): Promise<void> {
  const last = await source.lastNumbers();
  for (const [table, number] of last) await target.setLastNumber(table, number);
  const found = await target.lastNumbers();
  for (const [table, number] of last)
    if (found.get(table) !== number)
      throw new MoveError(`The table ${table} would not go on after number ${number}.`);
}

/**
 * Moves all data from the embedded database of `dataDir` to an empty PostgreSQL database, or back. The source stays as
 * it is. Until the last row has been compared the target stays empty, whatever happens. Throws a `MoveError`, a
 * `DataDirError` or a `DatabaseError` with what to do: also when a server runs on one of the two, or the target has
 * data already.
 */
export async function moveDatabase({
  dataDir,
  databaseUrl: givenUrl,
  to,
  report,
  limits = SERVER_LOCK_LIMITS,
}: Moving): Promise<Moved> {
  const databaseUrl = withCheckedTls(givenUrl);
  const place = placeOf(databaseUrl);
  let taken: string | undefined;
  const lock = await lockServer({
    dataDir,
    databaseUrl,
    onTaken: (problem) => {
      taken = problem;
    },
    limits,
  });
  let source: Source | undefined;
  let target: Target | undefined;
  /** The table that is being copied. */
  let current: string | undefined;
  try {
    source = await (to === 'postgres' ? openSqliteSource(dataDir) : openPostgresSource(databaseUrl));
    target = await (to === 'postgres' ? openPostgresTarget(databaseUrl) : openSqliteTarget(dataDir));
    refuseDifferences(source.tables, target.tables);
    const tables = inOrderOfReferences(target.tables);
    let [rows, changedTexts] = [0, 0];
    for (const table of tables) {
      current = table.name;
      const copied = await copyTable(table, { source, target, report });
      rows += copied.rows;
      changedTexts += copied.changedTexts;
    }
    await moveNumbers(source, target);
    if (taken !== undefined) throw new MoveError(taken);
    if (!(await lock.isUnbroken()))
      throw new MoveError(
        `The connection to ${place} that keeps servers away was lost, so one may have written meanwhile. Start again.`,
      );
    await target.commit();
    return { tables: tables.length, rows, changedTexts };
  } catch (error) {
    throw explainMove(error, { dataDir, place, table: current });
  } finally {
    // The connection may be lost already. Then closing it fails, which is no second fault.
    await target?.close().catch(nothing);
    await source?.close().catch(nothing);
    await lock.release();
  }
}

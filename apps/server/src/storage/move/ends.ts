import type { Row, Table } from './table-shape.ts';

/** The database that is moved. Nothing else can write to it meanwhile. */
export type Source = {
  readonly tables: readonly Table[];
  /** Reads all rows, in portions. */
  read(table: Table): AsyncIterable<readonly Row[]>;
  /** By table, the highest number that it has ever given to a row, deleted ones included. */
  lastNumbers(): Promise<ReadonlyMap<string, bigint>>;
  close(): Promise<void>;
};

/** The new and empty database. What is written to it is there after `commit`, and not before. */
export type Target = Omit<Source, 'close'> & {
  /** The text as this database can store it. */
  storable(text: string): string;
  write(table: Table, rows: readonly Row[]): Promise<void>;
  /** Lets the table go on with the next number. */
  setLastNumber(table: string, last: bigint): Promise<void>;
  commit(): Promise<void>;
  /** Ends it; without `commit` the target is as empty as before. */
  close(): Promise<void>;
};

import type { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/** Stands for a value that is known only when the query runs. */
class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/**
 * Compiles a query to SQL once, for queries that run so often that building their SQL costs more than running it. What
 * `build` does with its arguments must not depend on their values.
 * @returns a function that runs the query with other values and returns the rows
 */
export function compileOnce<Values extends readonly (string | number)[], Row>(
  database: Database,
  build: (...values: Values) => { compile(): CompiledQuery<Row> },
): (...values: Values) => Promise<readonly Row[]> {
  const slots = Array.from({ length: build.length }, (_, index) => new Slot(index));
  let compiled: CompiledQuery<Row> | undefined;
  return async (...values) => {
    compiled ??= build(...(slots as unknown as Values)).compile();
    const parameters = compiled.parameters.map((each) => (each instanceof Slot ? values[each.index] : each));
    return (await database.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

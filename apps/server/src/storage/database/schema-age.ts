import { migrations } from './migrations/index.ts';

/** How the schema of a database stands to this version of the server. */
export type SchemaAge = 'none' | 'older' | 'same' | 'newer';

/** @param done names of the migrations that the database has seen; undefined = it keeps no account of them */
export function schemaAge(done: readonly string[] | undefined): SchemaAge {
  if (done === undefined) return 'none';
  if (done.some((name) => !Object.hasOwn(migrations, name))) return 'newer';
  return done.length < Object.keys(migrations).length ? 'older' : 'same';
}

import { migrations } from './migrations/index.ts';

/** Age of a database's schema compared with this version of the server; `none` = no migration is recorded. */
export type SchemaAge = 'none' | 'older' | 'same' | 'newer';

/**
 * Compares the applied migrations with those of this version of the server.
 * @param done names of the applied migrations; undefined = the database has no record of them
 */
export function schemaAge(done: readonly string[] | undefined): SchemaAge {
  if (done === undefined) return 'none';
  if (done.some((name) => !Object.hasOwn(migrations, name))) return 'newer';
  return done.length < Object.keys(migrations).length ? 'older' : 'same';
}

import { Migrator, type MigratorProps } from 'kysely/migration';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';
import type { SchemaAge } from './schema-age.ts';

/** The schema is of another version and may not, or cannot, be migrated; the message says what to do. */
export class SchemaError extends Error {}

type Schema = {
  readonly age: SchemaAge;
  /** Names the database in messages to the operator. */
  readonly place: string;
  readonly mayMigrate: boolean;
  /** PostgreSQL's schema that contains the tables. */
  readonly name?: string;
};

/** Migrates the schema to this version; throws a `SchemaError` if that is not possible. */
export async function bringUpToDate(
  database: Database,
  { age, place, mayMigrate, name }: Schema,
): Promise<void> {
  if (age === 'same') return;
  if (age === 'newer')
    throw new SchemaError(
      `The database in ${place} is of a newer version of Samtal. Start that version, or restore an earlier backup.`,
    );
  if (!mayMigrate && age === 'none')
    throw new SchemaError(`The database in ${place} has no tables of Samtal yet: start the server once.`);
  if (!mayMigrate)
    throw new SchemaError(
      `The database in ${place} is of an older version of Samtal. Back it up, then start the server of this version once.`,
    );
  const props: MigratorProps = {
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    ...(name !== undefined && { migrationTableSchema: name }),
  };
  const { error } = await new Migrator(props).migrateToLatest();
  if (error !== undefined)
    throw new SchemaError(
      `The database in ${place} could not be brought up to date: ${error instanceof Error ? error.message : ''}`,
      { cause: error },
    );
}

import type { Migration } from 'kysely/migration';
import * as accounts from './0001-accounts.ts';

/** Every change of the schema, in order; a released one is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
};

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../database/embedded-database.ts';

/** How many people have an account in the embedded database of the folder; 0 if it cannot be read. */
export function peopleInEmbedded(dataDir: string): number {
  const file = join(dataDir, DATABASE_FILE);
  if (!existsSync(file)) return 0;
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const row = database.prepare("select count(*) as people from account where kind = 'person'").get();
      return Number(row?.['people'] ?? 0);
    } finally {
      database.close();
    }
  } catch {
    return 0;
  }
}

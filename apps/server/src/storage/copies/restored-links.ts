import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../database/embedded-database.ts';

/** How many one-click links of a restored database have not expired, those that were ended after the backup among them. */
export function countLinks(dataDir: string, now: number): number {
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
  try {
    // A backup of an earlier version has no such table.
    const table = database.prepare("select 1 from sqlite_master where name = 'kiosk_link'").get();
    if (table === undefined) return 0;
    const row = database.prepare('select count(*) as links from kiosk_link where expires_at > ?').get(now);
    return Number(row?.['links'] ?? 0);
  } finally {
    database.close();
  }
}

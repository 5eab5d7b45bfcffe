import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What a browser registers with, as the user API hands it out at login (decision D8). */
export async function sipSecret(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/userApi/user/api/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: 'demo1234', force: true, willUseSipRegistration: true }),
  });
  const { sipPassword } = (await answer.json()) as { sipPassword: string };
  return sipPassword;
}

/** What every account registers with, parties included, as an operator's SIP server reads it: by username. */
export function sipSecrets(dataDir: string): ReadonlyMap<string, string> {
  const database = new DatabaseSync(join(dataDir, 'samtal.db'), { readOnly: true });
  const rows = database.prepare('SELECT username, sip_password FROM account').all();
  database.close();
  return new Map(rows.map((row) => [String(row['username']), String(row['sip_password'])]));
}

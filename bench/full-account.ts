/** An account that has been used for years, as the measurements need it. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openRepositories } from '../apps/server/src/storage/open-repositories.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/**
 * Gives alice 10 000 contacts, 1 000 messages and 50 000 calls with their texts, and everybody a directory of 10 000
 * entries.
 * @param dataDir of a server in demo mode that has been started before
 */
export async function fillAccount(dataDir: string): Promise<void> {
  const { repositories, close } = await openRepositories(dataDir);
  const alice = (await repositories.accounts.findByUsername('alice'))?.id ?? '';
  const contact = { email: 'someone@mail.example', address: 'Storgatan 1', postNr: '123 45', city: 'Lund' };
  await repositories.contacts.addAll(
    alice,
    numbers(10_000).map((n) => ({
      fname: `Förnamn ${n}`,
      sname: 'Öberg',
      sipaddress: `c${n}@demo.example`,
      ...contact,
    })),
    10_000,
  );
  const entries = numbers(10_000).map((n) => ({
    id: String(n),
    name: `Clinic ${n}`,
    image: '',
    phone: `d${n}@demo.example`,
    isFeatured: n < 5,
    hasChildren: false,
    typeId: String(n % 4),
    categoryId: String(n % 9),
    organisationId: undefined,
  }));
  await repositories.directory.replace(entries, { types: [], categories: [] });
  await close();
  // Fifty thousand calls through the front door would each wait for the disk.
  const database = new DatabaseSync(join(dataDir, 'samtal.db'));
  database.exec('PRAGMA busy_timeout = 5000');
  const many = (count: number) =>
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count})`;
  database.exec(`${many(50_000)} insert into history_entry
    (account_id, id, type, outcome, sip_address, contact_name, received_text, sent_text, transcript, is_answered, is_missed, timestamp, duration)
    select account_id, 'bench-' || n, type, outcome, sip_address, contact_name, hex(zeroblob(500)), hex(zeroblob(500)), transcript, 1, n % 5 = 0, timestamp - n * 1000, duration
    from history_entry, n where account_id = '${alice}' and id = 'sample-3'`);
  database.exec(`${many(1000)} insert into message
    (account_id, number, from_name, from_address, text, is_read, is_open, timestamp)
    select '${alice}', n, 'Bobby', 'bobby@demo.example', hex(zeroblob(100)), n % 2, 0, n from n`);
  database.close();
}

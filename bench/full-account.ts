/** Fills an account for measurements as if it had been used for years. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openRepositories } from '../apps/server/src/storage/repositories/open-repositories.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/**
 * Gives alice 10 000 contacts, 1 000 messages and 50 000 calls with their texts, and all users a directory of
 * 10 000 entries.
 * @param dataDir data folder of a server in demo mode that has been started before
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
  // Over the user API each of the fifty thousand calls would wait for the disk.
  const database = new DatabaseSync(join(dataDir, 'samtal.db'));
  database.exec('PRAGMA busy_timeout = 5000');
  const many = (count: number) =>
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count})`;
  database.exec(`${many(50_000)} insert into history_entry
    (account_id, id, type, outcome, sip_address, contact_name, received_preview, sent_preview, is_answered, is_missed, timestamp, duration, bytes)
    select account_id, 'bench-' || n, type, outcome, sip_address, contact_name, hex(zeroblob(100)), hex(zeroblob(100)), 1, n % 5 = 0, timestamp - n * 1000, duration, 2500
    from history_entry, n where account_id = '${alice}' and id = 'sample-3'`);
  database.exec(textsSql(alice, 500, 500));
  database.exec(`${many(1000)} insert into message
    (account_id, number, from_name, from_address, text, is_read, is_open, timestamp)
    select '${alice}', n, 'Bobby', 'bobby@demo.example', hex(zeroblob(100)), n % 2, 0, n from n`);
  database.close();
}

/**
 * Gives alice as much as an account may hold: 9,999 contacts and 2,000 messages with every field at its
 * maximum, and 100,000 calls, of which the newest 200 have texts of 300 kB. All users get 10,000 directory
 * entries and services.
 * @param dataDir data folder of a server in demo mode that has been started before
 */
export async function fillLargest(dataDir: string): Promise<void> {
  const { repositories, close } = await openRepositories(dataDir);
  const alice = (await repositories.accounts.findByUsername('alice'))?.id ?? '';
  await close();
  const database = new DatabaseSync(join(dataDir, 'samtal.db'));
  database.exec('PRAGMA busy_timeout = 5000');
  const many = (count: number) =>
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count})`;
  const long = (length: number) => `substr(replace(hex(zeroblob(${length})), '0', 'x') || n, -${length})`;
  const mail = `${long(240)} || '@mail.example'`;
  database.exec(`begin;
    ${many(9999)} insert into contact
      (account_id, id, fname, sname, sipaddress, email, address, post_nr, city, image_url, search_text)
      select '${alice}', lower(hex(randomblob(16))), ${long(255)}, ${long(255)}, ${mail}, ${mail}, ${long(255)}, ${long(50)}, ${long(50)},
        '', ${long(255)} || char(10) || ${long(255)} || char(10) || ${mail} || char(10) || ${mail} from n;
    ${many(2000)} insert into message
      (account_id, number, from_name, from_address, text, is_read, is_open, timestamp)
      select '${alice}', n, ${long(255)}, 'bobby@demo.example', hex(zeroblob(5000)), n % 2, 0, n from n;
    ${many(10_000)} insert into service (id, organisation_id, name, image_url, sipaddress, position)
      select 'bench-' || n, null, ${long(100)}, '', 's' || n || '@demo.example', n + 100 from n;
    ${many(10_000)} insert into directory_entry
      (id, organisation_id, name, image, phone, is_featured, has_children, type_id, category_id, position)
      select 'bench-' || n, null, ${long(100)}, '', 'd' || n || '@demo.example', 0, 0, null, null, n + 100 from n;
    ${historySql(alice, many, long)}
    commit;`);
  database.close();
}

type Sql = (count: number) => string;

const historySql = (account: string, many: Sql, long: Sql): string => `
    ${many(99_000)} insert into history_entry
      (account_id, id, type, outcome, sip_address, contact_name, received_preview, sent_preview, is_answered, is_missed, timestamp, duration, bytes)
      select '${account}', 'bench-' || n, 'incoming', 'terminatedRemote', 'bobby@demo.example', ${long(255)},
        hex(zeroblob(100)), hex(zeroblob(100)), n % 2, 1 - n % 2, 1700000000000 - n * 1000, 10, case when n <= 200 then 200500 else 900 end from n;
    ${textsSql(account, 50_000, 100)}
    update history_usage set (entries, bytes) =
      (select count(*), sum(bytes) from history_entry where account_id = '${account}') where account_id = '${account}';`;

/**
 * The SQL that adds two texts to each call of {@link fillAccount} and {@link fillLargest}. A text has two
 * hexadecimal digits for each byte.
 * @param newest bytes of each text of the newest 200 calls of the largest account
 * @param others bytes of each text of all other calls
 */
const textsSql = (account: string, newest: number, others: number): string => `
    insert into history_text (account_id, id, timestamp, received_text, sent_text, transcript)
    select account_id, id, timestamp, hex(zeroblob(half)), hex(zeroblob(half)), '[]' from
      (select *, case when bytes > 100000 then ${newest} else ${others} end as half from history_entry
       where account_id = '${account}' and id like 'bench-%');`;

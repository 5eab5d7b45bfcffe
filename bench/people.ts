/**
 * How long the server takes for the long lists of one account: 10 000 contacts, 10 000 directory entries, 1 000
 * messages, 50 000 calls with their texts. Beside each median, as the floor, what a bare HTTP server of this Node
 * takes to send the same bytes.
 *
 *   node bench/people.ts
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openRepositories } from '../apps/server/src/storage/open-repositories.ts';
import { startSamtalServer } from '../e2e/support/samtal-server.ts';

const LIMIT_MS = 50;
const ROUNDS = 15;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const say = (text: string): void => console.log(text);
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function fill(dataDir: string): Promise<void> {
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

async function medianOf(url: string): Promise<{ ms: number; body: string }> {
  const times: number[] = [];
  let body = '';
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const answer = await fetch(url);
    body = await answer.text();
    times.push(performance.now() - start);
    if (!answer.ok) throw new Error(`${url.replace(/\?.*/, '')} answered ${answer.status}: ${body}`);
  }
  return { ms: median(times), body };
}

async function floorFor(body: string): Promise<number> {
  const bare = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const address = bare.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  const { ms } = await medianOf(`http://127.0.0.1:${port}/`);
  bare.closeAllConnections();
  bare.close();
  return ms;
}

const dataDir = mkdtempSync(join(tmpdir(), 'samtal-bench-'));
const server = await startSamtalServer({ DATA_DIR: dataDir });
try {
  await fill(dataDir);
  const base = `${server.url}/userApi/user/api/`;
  const login = await fetch(`${base}user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'alice',
      password: 'demo1234',
      force: true,
      willUseSipRegistration: false,
    }),
  });
  const answer = (await login.json()) as { securityToken: string };
  let isWithin = true;
  for (const [name, path] of [
    ['10 000 contacts', 'contacts/search?searchString=%25'],
    ['a search in them', 'contacts/search?searchString=oberg%209999'],
    ['10 000 entries of the directory', 'business_directory?'],
    ['1 000 messages', 'messages?'],
    ['newest of 50 000 calls', 'history?limit=200'],
    ['oldest of 50 000 calls', 'history?limit=200&before=1000000000000'],
    ['missed of 50 000 calls', 'history?limit=200&missed=true'],
  ] as const) {
    const { ms, body } = await medianOf(`${base}${path}&securityToken=${answer.securityToken}`);
    const floor = await floorFor(body);
    isWithin &&= ms <= LIMIT_MS;
    say(
      `${name.padEnd(32)} ${ms.toFixed(1).padStart(6)} ms  (bare ${floor.toFixed(1)} ms, ${Math.round(body.length / 1024)} kB)`,
    );
  }
  say(isWithin ? `All within ${LIMIT_MS} ms.` : `NOT all within ${LIMIT_MS} ms.`);
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await server.dispose();
  rmSync(dataDir, { recursive: true, force: true });
}

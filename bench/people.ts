/**
 * Measures how long the server takes for the long lists of one account: 10 000 contacts, 10 000 directory entries, 1 000
 * messages, 50 000 calls with their texts. Each median is compared with the time of a bare HTTP server of this Node for
 * the same bytes.
 *
 *   npm run bench:people
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSamtalServer } from '../e2e/support/server/samtal-server.ts';
import { fillAccount } from './full-account.ts';

const LIMIT_MS = 50;
const ROUNDS = 15;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const say = (text: string): void => console.log(text);

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
  await fillAccount(dataDir);
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

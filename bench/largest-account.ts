/**
 * Measures whether the largest possible account delays other users: 9,999 contacts, 2,000 messages and
 * 100,000 calls, each field at its maximum. While four requests at a time ask for one of its lists, requests
 * for /health are sent one after the other. Prints how long the requests for /health take, and how long the
 * server's event loop is blocked.
 *
 *   npm run bench:largest
 */
import { setTimeout as wait } from 'node:timers/promises';
import { startSamtalServer } from '../e2e/support/server/samtal-server.ts';
import { fillLargest } from './full-account.ts';

const LIMIT_MS = 20;
const PARALLEL = 4;
const ROUNDS = 3;

const say = (text: string): void => console.log(text);
const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((one, two) => one - two)[Math.floor((numbers.length - 1) * share)] ?? Number.NaN;

const server = await startSamtalServer({
  NODE_OPTIONS: `--import ${new URL('loop-delay.mjs', import.meta.url).href}`,
});

type Delay = { readonly maxMs: number; readonly p99Ms: number; readonly maxCpuMs: number };

async function loopDelay(): Promise<Delay> {
  const known = server.lines.length;
  server.signal('SIGUSR2');
  for (;;) {
    const line = server.lines.slice(known).find((each) => each.startsWith('loop '));
    if (line !== undefined) return JSON.parse(line.slice('loop '.length)) as Delay;
    await wait(10);
  }
}

try {
  await fillLargest(server.dataDir);
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
  const { securityToken } = (await login.json()) as { securityToken: string };
  let isWithin = true;

  async function measure(name: string, path: string, method = 'GET'): Promise<void> {
    const done = new AbortController();
    let bytes = 0;
    const times: number[] = [];
    const ask = async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const start = performance.now();
        const answer = await fetch(`${base}${path}&securityToken=${securityToken}`, { method });
        bytes = (await answer.arrayBuffer()).byteLength;
        times.push(performance.now() - start);
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      }
    };
    const health: number[] = [];
    const watch = async () => {
      while (!done.signal.aborted) {
        const start = performance.now();
        await (await fetch(`${server.url}/health`)).text();
        health.push(performance.now() - start);
        await wait(2);
      }
    };
    await wait(200);
    await loopDelay();
    const watching = watch();
    await Promise.all(Array.from({ length: PARALLEL }, ask));
    done.abort();
    await watching;
    const { maxMs, p99Ms, maxCpuMs } = await loopDelay();
    isWithin &&= maxCpuMs <= LIMIT_MS;
    say(
      `${name.padEnd(26)} ${(bytes / 1e6).toFixed(1).padStart(5)} MB, ${quantile(times, 0.5).toFixed(0).padStart(5)} ms each` +
        ` | longest turn ${maxCpuMs.toFixed(1).padStart(6)} ms of work | event loop max ${maxMs.toFixed(1).padStart(6)} ms, p99 ${p99Ms.toFixed(1).padStart(6)} ms` +
        ` | /health median ${quantile(health, 0.5).toFixed(1).padStart(6)} ms, p95 ${quantile(health, 0.95).toFixed(1).padStart(6)} ms, max ${Math.max(...health).toFixed(1)} ms`,
    );
  }

  await measure('every contact', 'contacts/search?searchString=%25');
  await measure('a search that finds some', `contacts/search?searchString=${'x'.repeat(40)}99`);
  await measure('a search that finds none', `contacts/search?searchString=${'x'.repeat(254)}q`);
  await measure('every message', 'messages?');
  await measure('newest calls', 'history?limit=200');
  await measure('missed calls', 'history?limit=200&missed=true');
  await measure('the directory', 'business_directory?');
  await measure('the services', 'contacts/getPersistantContacts?');
  await measure('delete the history', 'history?', 'DELETE');
  say(isWithin ? `No turn of the event loop worked for ${LIMIT_MS} ms.` : `NOT all within ${LIMIT_MS} ms.`);
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await server.dispose();
}

/**
 * Measures what the embedded SIP server costs in production, with 1,000 users: CPU time of a REGISTER (challenge and
 * answer) and of a MESSAGE from one user to another, memory of a registered client, memory of the process that waits,
 * and the time of a start. Where Debian's Kamailio is installed, or this user may install it, the same clients do
 * the same with Kamailio, in turns with Samtal's server.
 *
 *   npm run bench:sip
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hashToken } from '../apps/server/src/crypto/secrets.ts';
import { openRepositories } from '../apps/server/src/storage/repositories/open-repositories.ts';
import { hasKamailio, launchKamailio } from '../e2e/support/kamailio/kamailio.ts';
import { freePort } from '../e2e/support/server/ports.ts';
import { production, startSamtalServer } from '../e2e/support/server/samtal-server.ts';
import { buildWeb } from '../tools/build-web.mjs';
import { root } from '../tools/runtime.mjs';
import { type Client, connectClient, each, type Identity } from './sip-cost/load.ts';
import { cpuMsOf, residentMemoryOf, sharedMemoryOf } from './sip-cost/process-cost.ts';

const USERS = 400;
/** Requests that wait for their answers at a time. */
const AT_ONCE = 40;
const ROUNDS = 5;
/** Requests of each user in one round. */
const PER_ROUND = 2;
/** Clients of each user with which memory is measured, beyond the first one. */
const MORE_CLIENTS = 1;
const STARTS = 1;
const SETTLE_MS = 3000;
const SECRET = 'the-secret-of-every-user-of-this-bench';
const domain = production.SIP_DOMAIN;

const say = (text: string): void => console.log(text);
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, two) => one - two)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const range = (numbers: readonly number[]): string =>
  `${Math.round(Math.min(...numbers))}–${Math.round(Math.max(...numbers))}`;

/** Each user has an address of the network for benchmarks (RFC 2544): limits count by address. */
const identities: readonly Identity[] = Array.from({ length: USERS }, (_, index) => ({
  username: `user-${String(index).padStart(4, '0')}`,
  secret: SECRET,
  address: `198.18.${index >> 8}.${index & 255}`,
}));

async function addUsers(dataDir: string): Promise<void> {
  const { repositories, close } = await openRepositories(dataDir);
  for (const { username, secret } of identities) {
    const account = await repositories.accounts.add({
      kind: 'person',
      username,
      passwordHash: undefined,
      organisationId: 1,
      status: 'active',
      addresses: [`${username}@${domain}`],
      properties: [],
    });
    if (account === undefined) throw new Error(`${username} could not be added`);
    const session = { tokenHash: hashToken(username), lastUsedAt: Date.now(), sipSecret: secret };
    await repositories.sessions.add({ accountId: account.id, ...session }, 10);
  }
  await close();
}

type Peer = {
  readonly name: string;
  readonly uri: string;
  readonly pid: number;
  readonly clients: Client[];
  readonly register: number[];
  readonly message: number[];
};

/** CPU time of the peer's processes in microseconds, for each of `count` operations. */
async function costOf(
  peer: Peer,
  count: number,
  operation: (index: number) => Promise<number>,
): Promise<number> {
  const before = cpuMsOf(peer.pid);
  await each(count, AT_ONCE, async (index) => {
    const status = await operation(index);
    if (status !== 200) throw new Error(`${peer.name} answered ${status}`);
  });
  return ((cpuMsOf(peer.pid) - before) * 1000) / count;
}

const connectUsers = (peer: Peer): Promise<void> =>
  each(USERS, AT_ONCE, async (index) => {
    const identity = identities[index];
    if (identity === undefined) return;
    const client = await connectClient(peer.uri, domain, identity);
    if ((await client.register()) !== 200) throw new Error(`${peer.name} has not registered a client`);
    peer.clients.push(client);
  });

const clientOf = ({ clients }: Peer, index: number): Client => {
  const client = clients[index % clients.length];
  if (client === undefined) throw new Error('no client is connected');
  return client;
};

async function measureRound(peer: Peer): Promise<void> {
  const count = USERS * PER_ROUND;
  peer.register.push(await costOf(peer, count, (index) => clientOf(peer, index).register()));
  peer.message.push(
    await costOf(peer, count, (index) => clientOf(peer, index).message(clientOf(peer, index + 1).username)),
  );
}

/** Kilobytes of memory of one more client that is registered and silent. */
async function measureMemory(peer: Peer): Promise<number> {
  await wait(SETTLE_MS);
  const before = sharedMemoryOf(peer.pid);
  for (let more = 0; more < MORE_CLIENTS; more++) await connectUsers(peer);
  await wait(SETTLE_MS);
  return (sharedMemoryOf(peer.pid) - before) / (USERS * MORE_CLIENTS);
}

const createPeer = (name: string, uri: string, pid: number): Peer => ({
  name,
  uri,
  pid,
  clients: [],
  register: [],
  message: [],
});

await buildWeb();
const server = await startSamtalServer({ ...production, LOG_LEVEL: 'warn' });
const kamailioPort = await freePort();
const kamailio = false
  ? await launchKamailio({
      files: {
        'kamailio.cfg': readFileSync(join(root, 'bench/sip-cost/kamailio.cfg'), 'utf8')
          .replaceAll('SECRET', SECRET)
          .replace('127.0.0.1:PORT', `127.0.0.1:${kamailioPort}`),
      },
      port: kamailioPort,
      sharedMb: 1024,
    })
  : undefined;
try {
  await addUsers(server.dataDir);
  const starts: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    await server.stop();
    const began = performance.now();
    await server.restart();
    starts.push(performance.now() - began);
  }
  await wait(SETTLE_MS);
  const idleMb = residentMemoryOf(server.pid()) / 1024;

  const samtal = createPeer('Samtal', `ws://127.0.0.1:${server.port}/sip`, server.pid());
  const other = kamailio && createPeer('Kamailio', `ws://127.0.0.1:${kamailioPort}/`, kamailio.pid);
  const peers = other === undefined ? [samtal] : [samtal, other];
  const first = new Map<Peer, number>();
  for (const peer of peers) {
    const before = cpuMsOf(peer.pid);
    await connectUsers(peer);
    first.set(peer, ((cpuMsOf(peer.pid) - before) * 1000) / USERS);
  }
  for (let round = 0; round < ROUNDS; round++) for (const peer of peers) await measureRound(peer);
  const memory = new Map<Peer, number>();
  for (const peer of peers) memory.set(peer, await measureMemory(peer));

  const row = (what: string, of: (peer: Peer) => number | undefined, range: (peer: Peer) => string): void => {
    const [one, two] = [of(samtal), other && of(other)];
    const values = [one, two].map((value) => (value === undefined ? '–' : value.toFixed(0)));
    const ratio = one === undefined || two === undefined ? '–' : (one / two).toFixed(2);
    const ranges = peers.map(range).join(' / ');
    say(`| ${what} | ${values.join(' | ')} | ${ratio} | ${ranges} |`);
  };
  say(`${USERS} users, ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}; medians of ${ROUNDS} rounds\n`);
  say('| | Samtal | Kamailio | ratio | least–most |');
  say('|---|---|---|---|---|');
  row(
    'CPU of a connection and its first REGISTER, µs',
    (peer) => first.get(peer),
    () => '–',
  );
  row(
    'CPU of a REGISTER, µs',
    ({ register }) => median(register),
    ({ register }) => range(register),
  );
  row(
    'CPU of a MESSAGE, µs',
    ({ message }) => median(message),
    ({ message }) => range(message),
  );
  row(
    'memory of a client, KB',
    (peer) => memory.get(peer),
    () => '–',
  );
  say(`| memory of the waiting process (RSS), MB | ${idleMb.toFixed(0)} | – | – | – |`);
  say(`| start until ready, ms | ${median(starts).toFixed(0)} | – | – | ${range(starts)} |`);
  for (const { clients } of peers) for (const client of clients) client.close();
} finally {
  await kamailio?.stop();
  await server.dispose();
}

import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { WebSocket } from 'ws';
import { overWebSocket } from '../../apps/server/src/sip/testing/over-web-socket.ts';
import type { ScriptedPhone } from '../../apps/server/src/sip/testing/scripted-phone.ts';
import { callerDialog, connectPhone } from '../../apps/server/src/sip/testing/scripted-phone.ts';
import { nodeForServer, root } from '../../tools/runtime.mjs';
import { type SamtalServer, startSamtalServer } from '../support/server/samtal-server.ts';

/** Duration of each flood; the limits below are set for a minute. */
const FLOOD_SECONDS = Number(process.env['E2E_FLOOD_SECONDS'] ?? 60);
/** Heap limit of the server, as on a small virtual machine. */
const HEAP_MB = 256;
const HEALTH_P95_MS = 100;
const CALL_MS = 5_000;
/** Memory that the allocator may keep after a flood. */
const LEFT_OVER_MB = 64;
const RECOVERY_MS = 60_000;

const PRODUCTION = { SAMTAL_MODE: 'production', SIP_DOMAIN: 'demo.example', PUBLIC_URL: 'http://127.0.0.1' };

const FLOODS = [
  // The measurement without a flood.
  'nothing',
  'keep-alives that are not read',
  'INVITEs of 64 KiB without credentials',
  'INVITEs of 15 KiB without credentials',
  'silent connections',
  'STUN requests',
  'half-sent requests',
  'half-sent upgrades',
  'garbage frames',
  'logins',
] as const;

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** Runs a program of the project to its end and returns what it has printed. */
async function output(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(nodeForServer(), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (data) => (printed += String(data)));
  await once(child, 'close');
  return printed;
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a value is missing');
  return value;
}

/** A registered phone of a new user, with a network address of its own. */
async function createPhone(server: SamtalServer, name: string, address: string): Promise<ScriptedPhone> {
  const added = await output(['apps/server/src/admin/main.ts', 'add', name], { DATA_DIR: server.dataDir });
  const password = known(/Password: (\S+)/i.exec(added)?.[1]);
  const answer = await fetch(`${server.url}/userApi/user/api/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ username: name, password, force: true, willUseSipRegistration: true }),
  });
  const { sipPassword } = (await answer.json()) as { sipPassword: string };
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/sip`, 'sip', {
    headers: { 'X-Forwarded-For': address },
  });
  await once(socket, 'open');
  const phone = connectPhone(overWebSocket(socket), { name, password: sipPassword, device: name });
  const first = phone.request('REGISTER', `${name}@demo.example`, { uri: 'sip:demo.example' });
  await heard(() => phone.statuses('REGISTER').length === 1);
  phone.authorize(first, phone.answer('REGISTER'));
  await heard(() => phone.statuses('REGISTER').at(-1) === 200);
  return phone;
}

async function heard(isHeard: () => boolean): Promise<void> {
  const end = performance.now() + CALL_MS;
  while (!isHeard()) {
    if (performance.now() > end) throw new Error('no message came in time');
    await sleep(2);
  }
}

/** One call from INVITE to BYE; returns the time until the callee's answer arrived, in milliseconds. */
async function call(caller: ScriptedPhone, callee: ScriptedPhone, target: string): Promise<number> {
  for (const phone of [caller, callee]) phone.heard.length = 0;
  const start = performance.now();
  caller.request('INVITE', target, { body: 'v=0\r\n' });
  await heard(() => callee.requests('INVITE').length === 1);
  callee.respond(known(callee.requests('INVITE')[0]), 200, { body: 'v=0\r\n' });
  await heard(() => caller.statuses('INVITE').includes(200));
  const setUpMs = performance.now() - start;
  const success = caller.answer('INVITE');
  const dialog = callerDialog(success);
  const cseq = Number.parseInt(success.headers.find(({ name }) => name === 'CSeq')?.value ?? '', 10);
  caller.requestIn(dialog, 'ACK', { cseq });
  caller.requestIn(dialog, 'BYE');
  await heard(() => callee.requests('BYE').length === 1);
  callee.respond(known(callee.requests('BYE')[0]), 200);
  await heard(() => caller.statuses('BYE').includes(200));
  return setUpMs;
}

const healthMs = (server: SamtalServer, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    get(`${server.url}/health`, { agent, timeout: 30_000 }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - start));
    }).on('error', reject);
  });

/** Memory of the process in megabytes (Linux). */
const memoryMb = (server: SamtalServer): number =>
  Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  );

/** Processor time that the process has used, in seconds (Linux; a tick is 10 ms). */
function computedSeconds(server: SamtalServer): number {
  const fields = readFileSync(`/proc/${server.pid()}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const quantile = (values: readonly number[], part: number): number =>
  Math.round((values.toSorted((one, two) => one - two)[Math.floor(values.length * part)] ?? 0) * 10) / 10;

const table: Record<string, string | number>[] = [];
test.afterAll(() => {
  const columns = Object.keys(table[0] ?? {});
  const lines = [columns, ...table.map((row) => columns.map((column) => String(row[column])))];
  process.stdout.write(`${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`);
});

for (const flood of FLOODS) {
  test(`a flood of ${flood}: the server answers and connects calls, and frees its memory afterwards`, async () => {
    test.setTimeout((FLOOD_SECONDS + 150) * 1000);
    const stunPort = await freeUdpPort();
    const server = await startSamtalServer({
      ...PRODUCTION,
      STUN_HOST: '127.0.0.1',
      STUN_PORT: String(stunPort),
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --import ${join(root, 'e2e/support/page/collect-garbage.mjs')}`,
    });
    const agent = new Agent({ keepAlive: true });
    try {
      const [caller, callee] = [
        await createPhone(server, 'floods.alice', '192.0.2.1'),
        await createPhone(server, 'floods.bobby', '192.0.2.2'),
      ];
      for (let n = 0; n < 20; n++) await healthMs(server, agent);
      await call(caller, callee, 'floods.bobby@demo.example');
      const before = memoryMb(server);
      const computedBefore = computedSeconds(server);

      const end = new AbortController();
      const flooding = end.signal;
      const flooded = output([
        'e2e/support/faults/flood-source.ts',
        flood,
        server.url,
        String(stunPort),
        String(FLOOD_SECONDS),
      ]).finally(() => end.abort());
      const [health, setUps]: [number[], number[]] = [[], []];
      let most = before;
      const probing = (async () => {
        for (; !flooding.aborted; await sleep(50)) {
          health.push(await healthMs(server, agent));
          most = Math.max(most, memoryMb(server));
        }
      })();
      const calling = (async () => {
        for (; !flooding.aborted; await sleep(1_000))
          setUps.push(await call(caller, callee, 'floods.bobby@demo.example'));
      })();
      const [counted] = await Promise.all([flooded, probing, calling]);
      const computed = computedSeconds(server) - computedBefore;
      const recoveryEnd = performance.now() + RECOVERY_MS;
      const after = memoryMb(server);
      while (memoryMb(server) > before + LEFT_OVER_MB && performance.now() < recoveryEnd) {
        server.signal('SIGUSR2');
        await sleep(1_000);
      }

      const row = {
        flood,
        'health median ms': quantile(health, 0.5),
        'health p95 ms': quantile(health, 0.95),
        calls: setUps.length,
        'set-up p95 ms': quantile(setUps, 0.95),
        'processor %': Math.round((100 * computed) / FLOOD_SECONDS),
        'memory before MiB': before,
        most,
        after,
        needed: memoryMb(server),
        flooded: counted.trim().replaceAll(/[{}"]/g, ''),
      };
      table.push(row);
      process.stdout.write(`${JSON.stringify(row)}\n`);
      expect.soft(row['health p95 ms']).toBeLessThanOrEqual(HEALTH_P95_MS);
      expect.soft(row.calls).toBeGreaterThan(FLOOD_SECONDS / 3);
      expect.soft(row.needed).toBeLessThanOrEqual(before + LEFT_OVER_MB);
    } finally {
      agent.destroy();
      await server.dispose();
    }
  });
}

test('a request that is never whole is ended 30 s after its beginning, and at most 6 s later', async () => {
  test.setTimeout(90_000);
  const server = await startSamtalServer(PRODUCTION);
  const livedMs = async (beginning: string): Promise<number> => {
    const socket = connect(server.port, '127.0.0.1');
    socket.resume();
    socket.write(beginning);
    const start = performance.now();
    await once(socket, 'close');
    return performance.now() - start;
  };
  try {
    const lives = await Promise.all([
      livedMs('POST /userApi/user/api/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'),
      livedMs('GET /sip HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'),
    ]);
    for (const life of lives) expect(life).toBeLessThan(36_000);
  } finally {
    await server.dispose();
  }
});

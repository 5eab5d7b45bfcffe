import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import { nodeForServer, root } from '../../tools/runtime.mjs';
import { sipSecret } from '../support/peers/sip-secret.ts';
import { outerAddresses } from '../support/server/outer-addresses.ts';
import { production, startSamtalServer } from '../support/server/samtal-server.ts';

/** Runs the server, or its admin tool, until it ends by itself; for starts that must fail. */
async function runToEnd(
  env: Record<string, string>,
  program = ['apps/server/src/main.ts'],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(nodeForServer(), program, {
    cwd: root,
    env: { ...process.env, STUN_PORT: '0', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  await once(child, 'close');
  return { code: child.exitCode, output: output.trim() };
}

const doors = [
  ['GET', '/test/sip/wire'],
  ['GET', '/test/sip/counters'],
  ['POST', '/test/sip/register-answer'],
  ['POST', '/test/sip/answer'],
  ['POST', '/test/sip/delay'],
  ['POST', '/test/sip/drop'],
  ['POST', '/test/http/answer'],
  ['POST', '/test/reset'],
] as const;

const orders: Readonly<Record<string, object>> = {
  '/test/sip/register-answer': { status: 503, times: 1 },
  '/test/sip/answer': { method: 'INVITE', status: 500, times: 1 },
  '/test/sip/delay': { ms: 0 },
  '/test/http/answer': { path: 'user/login', status: 500, times: 1 },
};

async function knock(url: string): Promise<[string, number][]> {
  return Promise.all(
    doors.map(async ([method, path]): Promise<[string, number]> => {
      const order = method === 'POST' ? { body: JSON.stringify(orders[path] ?? {}) } : {};
      const headers = { 'Content-Type': 'application/json' };
      const { status } = await fetch(`${url}${path}`, { method, ...order, headers });
      return [path, status];
    }),
  );
}

test('D2 D25 D26 D28 SIP-07 the server answers, reports what is in its way in one line, and stops and starts in order', async () => {
  const server = await startSamtalServer();

  await test.step('SIP-07 STUN answers on the port that browsers are given, and ignores other packets', async () => {
    const brand = (await (await fetch(`${server.url}/branding/brand.json`)).json()) as {
      sip: { stunPort: number };
    };
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const binding = Buffer.from('000100002112a442000102030405060708090a0b', 'hex');
    socket.send(Buffer.from('rubbish'), brand.sip.stunPort, '127.0.0.1');
    socket.send(binding, brand.sip.stunPort, '127.0.0.1');
    const [answer] = (await once(socket, 'message')) as [Buffer];
    expect(answer.readUInt16BE(0)).toBe(0x0101);
    expect(answer.subarray(4, 20)).toEqual(binding.subarray(4));
    socket.close();
  });

  await test.step('D2 the server reports a port in use, or a wrong variable, in one line', async () => {
    const dataDir = test.info().outputPath('data');
    const taken = await runToEnd({ PORT: String(server.port), DATA_DIR: dataDir });
    expect(taken).toEqual({
      code: 1,
      output: `PORT: port ${server.port} is taken. Stop what uses it, or choose another one, such as PORT=8081.`,
    });
    const wrong = await runToEnd({ PORT: 'eighty', DATA_DIR: dataDir });
    expect(wrong.code).toBe(1);
    expect(wrong.output).toMatch(/^PORT: [^\n]+$/);
  });

  await test.step('D26 rotating the audit needs no signal, and a SIGHUP harms nothing', async () => {
    const audit = join(server.dataDir, 'audit.log');
    const logIn = () => sipSecret(server.url, 'alice');
    await logIn();
    renameSync(audit, `${audit}.1`);
    server.signal('SIGHUP');
    await logIn();
    expect(readFileSync(audit, 'utf8')).toContain('logged_in');
    expect(statSync(audit).mode & 0o077).toBe(0);
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'ok' });
  });

  await test.step('D25 in test mode the paths under /test/ exist, and an order cuts a connection off without a close', async () => {
    expect(await knock(server.url)).toEqual(
      doors.map(([method, path]) => [path, method === 'GET' ? 200 : 204]),
    );
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/sip`, 'sip');
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await fetch(`${server.url}/test/sip/drop`, { method: 'POST' });
    const [event] = (await closed) as [CloseEvent];
    expect(event.code).toBe(1006);
  });

  await test.step('D26 a second server on the same data folder ends with one line, also while the first has been killed and started again', async () => {
    const second = () => runToEnd({ DATA_DIR: server.dataDir });
    const refused = {
      code: 1,
      output: expect.stringMatching(
        /^DATA_DIR: Another Samtal server runs on [^\n]+ Stop that one first[^\n]+$/,
      ),
    };
    expect(await second()).toEqual(refused);
    await server.kill();
    await server.restart();
    expect(await second()).toEqual(refused);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  await test.step('D26 the server is healthy, and stops in order while users are connected', async () => {
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'ok' });
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/sip`, 'sip');
    await once(socket, 'open');
    const closed = once(socket, 'close');
    expect(await server.stop()).toBe(0);
    await closed;
  });

  await test.step('D28 a server agent that cannot register does not block the start of the server', async () => {
    const database = new DatabaseSync(join(server.dataDir, 'samtal.db'));
    database.exec("UPDATE account_address SET address = 'mailbox@gone' WHERE address LIKE 'mailbox@%'");
    database.close();
    const before = server.lines.length;
    await server.restart();
    expect(server.lines.slice(before).join('\n')).toContain('agents_not_registered');
    expect(await server.stop()).toBe(0);
  });

  await server.dispose();
});

test('D2 the server reports an impossible data folder in one line', async () => {
  const notAFolder = test.info().outputPath('file');
  writeFileSync(notAFolder, '');
  const { code, output } = await runToEnd({ DATA_DIR: notAFolder });
  expect(code).toBe(1);
  expect(output).toMatch(/^DATA_DIR: [^\n]+ cannot be used [^\n]+$/);
});

test('D1 D24 D25 after a demo, neither production with its accounts nor another domain starts', async () => {
  const server = await startSamtalServer({ SAMTAL_MODE: 'demo' });
  // The orders of the test mode do not exist in other modes (decision D25).
  expect(await knock(server.url)).toEqual(doors.map(([, path]) => [path, 404]));
  await server.stop();
  const { dataDir } = server;
  const afterwards = await runToEnd({ ...production, DATA_DIR: dataDir, SIP_DOMAIN: 'demo.example' });
  expect(afterwards.code).toBe(1);
  expect(afterwards.output).toMatch(/^SAMTAL_MODE: [^\n]*alice, bobby, carol, david[^\n]*$/m);
  const elsewhere = await runToEnd({ DATA_DIR: dataDir, SIP_DOMAIN: 'calls.example' });
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.output).toMatch(/^SIP_DOMAIN: [^\n]*Set SIP_DOMAIN=demo\.example[^\n]*$/);
  await server.dispose();
});

test('D43 a start that does not say what it is for, or says it wrongly, ends with one line and writes no file', async () => {
  const dataDir = test.info().outputPath('none');
  const main = 'apps/server/src/main.ts';
  const starts = [
    [{ NODE_ENV: 'production' }, /^SAMTAL_MODE: must be set, because NODE_ENV is production\. /],
    [{ HOST: '0.0.0.0' }, /^SAMTAL_MODE: must be set, because HOST is not a loopback address\. /],
    [{ ...production, SIP_DOMAIN: '' }, /^SIP_DOMAIN: must be set in production/],
    [{ ...production, PUBLIC_URL: '' }, /^PUBLIC_URL: must be set in production/],
    [
      { SAMTAL_MDOE: 'production' },
      /^SAMTAL_MDOE: unknown variable\. The nearest known name is SAMTAL_MODE\./,
    ],
    [{}, /^Unknown option "--open"\. /, '--open'],
  ] as const;
  const ended = await Promise.all(
    starts.map(([env, , ...options]) =>
      runToEnd({ SAMTAL_MODE: '', ...env, DATA_DIR: dataDir }, [main, ...options]),
    ),
  );
  for (const [index, [, line]] of starts.entries()) {
    expect(ended[index]).toEqual({ code: 1, output: expect.stringMatching(line) });
    expect(ended[index]?.output).not.toContain('\n');
  }
  expect(existsSync(dataDir)).toBe(false);
});

test('D25 D43 production without a brand uses a neutral one, in which every user has an account', async () => {
  const server = await startSamtalServer({ ...production, BRANDING_DRI: '/etc/brand' });
  expect(server.lines[0]).toBe(
    'Warning: BRANDING_DRI: unknown variable, ignored. Did you mean BRANDING_DIR?',
  );
  const brand = await (await fetch(`${server.url}/branding/brand.json`)).json();
  expect(brand).toMatchObject({
    name: 'Calling service',
    anonymous: { enabled: false },
    kiosk: { enabled: false },
    registration: { enabled: false },
  });
  // The orders of the test mode do not exist in other modes (decision D25).
  expect(await knock(server.url)).toEqual(doors.map(([, path]) => [path, 404]));
  const api = `${server.url}/userApi/user/api`;
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(`${api}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const options = { force: true, willUseSipRegistration: true };
  expect(await post('user/login', { username: 'anonymous', password: '', ...options })).toBe(400);
  expect(await post('user/login', { username: 'alice', password: 'demo1234', ...options })).toBe(400);
  const person = { username: 'bo.ek', email1: 'bo@mail.example', password: 'secret7', fname: 'Bo' };
  expect(await post('signUp/create', person)).toBe(400);
  // The tool uses the brand of the running server.
  const link = await runToEnd({ SAMTAL_MODE: '', DATA_DIR: server.dataDir }, [
    'apps/server/src/admin/main.ts',
    'kiosk-link',
    'echo',
  ]);
  expect(link.output).toMatch(/^One-click calls are off\./);
  await server.dispose();
});

test('D43 a demo that is open to the network warns, and shows its outbox to this machine only', async () => {
  const server = await startSamtalServer({ SAMTAL_MODE: 'demo', HOST: '0.0.0.0' });
  expect(server.lines[0]).toMatch(
    /^Warning: SAMTAL_MODE: this is the demo mode and HOST is not a loopback address; /,
  );
  const statusOf = async (url: string, headers = {}) => (await fetch(url, { headers })).status;
  expect(await statusOf(`${server.url}/dev/outbox`)).toBe(200);
  expect(await statusOf(`${server.url}/dev/outbox`, { 'X-Forwarded-For': '127.0.0.1' })).toBe(404);
  // On a connection to an outer address of this machine, both ends have that address.
  for (const address of outerAddresses()) {
    expect(await statusOf(`http://${address}:${server.port}/health`)).toBe(200);
    expect(await statusOf(`http://${address}:${server.port}/dev/outbox`)).toBe(404);
    const asLoopback = request(`http://${address}:${server.port}/dev/outbox`, {
      headers: { Host: 'localhost' },
    });
    const [answer] = (await once(asLoopback.end(), 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(404);
  }
  await server.dispose();
});

test('D26 TRUSTED_PROXIES decides for the user API and for SIP whose X-Forwarded-For counts', async () => {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.1, 198.51.100.7' };
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Protocol': 'sip',
    Origin: 'https://evil.example',
  };
  for (const [proxies, address] of [
    ['', '198.51.100.7'],
    ['192.0.2.1', '127.0.0.1'],
    ['127.0.0.1,198.51.100.0/24', '203.0.113.1'],
  ] as const) {
    const server = await startSamtalServer({ TRUSTED_PROXIES: proxies });
    const body = JSON.stringify({
      username: 'alice',
      password: 'x',
      force: true,
      willUseSipRegistration: true,
    });
    const login = `${server.url}/userApi/user/api/user/login`;
    expect((await fetch(login, { method: 'POST', headers, body })).status).toBe(400);
    expect(readFileSync(join(server.dataDir, 'audit.log'), 'utf8')).toContain(`"address":"${address}"`);
    const refused = request(`${server.url}/sip`, { headers: { ...headers, ...upgrade } });
    const [answer] = (await once(refused.end(), 'response')) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(403);
    await expect
      .poll(() => server.lines.find((line) => line.includes('sip_connection_refused')))
      .toContain(`"from":"${address}"`);
    await server.dispose();
  }
  const { code, output } = await runToEnd({ TRUSTED_PROXIES: 'proxy.example' });
  expect(code).toBe(1);
  expect(output).toMatch(/^TRUSTED_PROXIES: [^\n]+$/);
});

test('D24 the tool knows the configuration that the server was started with', async () => {
  const server = await startSamtalServer({
    SIP_DOMAIN: 'calls.example',
    PUBLIC_URL: 'https://calls.example',
  });
  const admin = (...words: string[]) =>
    runToEnd({ DATA_DIR: server.dataDir }, ['apps/server/src/admin/main.ts', ...words]);
  expect((await admin('add', 'bo.ek')).output).toMatch(/^Added bo\.ek \(bo\.ek@calls\.example\)\./);
  expect((await admin('kiosk-link', 'echo')).output).toMatch(
    /^https:\/\/calls\.example\/oneclickcall\?token=/,
  );
  await server.dispose();
});

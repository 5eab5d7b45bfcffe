import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { BASE, createTestApp, DAY_MS } from '../../testing/test-app.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

const asa = { fname: 'Åsa', sipaddress: 'asa@demo.example' };

let server: TestApp;
let alice: Visitor;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  server = await createTestApp();
  alice = await signIn(server, 'alice');
});
afterEach(async () => {
  await server.close();
  vi.useRealTimers();
});

async function listen({ securityToken }: Visitor) {
  const answer = await server.app.inject({
    url: `${BASE}events`,
    query: { securityToken },
    payloadAsStream: true,
  });
  let text = '';
  let hasEnded = false;
  const stream = answer.stream();
  stream.on('data', (data: Buffer) => (text += data.toString()));
  stream.on('close', () => (hasEnded = true));
  return {
    answer,
    kinds: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data).kind),
    text: () => text,
    hasEnded: () => hasEnded,
    leave: () => stream.destroy(),
  };
}

test('an event names the change, in every tab and device of the account and in no other', async () => {
  const [tab, device] = [await listen(alice), await listen(await signIn(server, 'alice'))];
  const other = await listen(await signIn(server, 'bobby'));
  await alice.post('contacts/add', asa);
  await alice.delete('history/sample-1');
  server.context.changes.publish(
    (await server.repositories.accounts.findByUsername('alice'))?.id ?? '',
    'messages',
  );
  for (const one of [tab, device])
    await vi.waitFor(() => expect(one.kinds()).toEqual(['contacts', 'history', 'messages']));
  expect(other.kinds()).toEqual([]);
  expect(tab.answer.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
  });
  expect(alice.capabilities).toContainEqual({ key: 'SYS_EVENTS', value: 'true' });
});

test('SET-27 a setting changed on one device is sent to the others', async () => {
  const tab = await listen(alice);
  await server.app.inject({
    method: 'POST',
    url: `${BASE}user/webSettings/WEB_AUDIO`,
    query: { securityToken: alice.securityToken },
    headers: { 'content-type': 'text/plain' },
    payload: 'false',
  });
  await vi.waitFor(() => expect(tab.kinds()).toEqual(['settings']));
});

test('API-06 the stream of a session that has logged out ends, the others of the account stay open', async () => {
  const device = await signIn(server, 'alice');
  const [gone, stays] = [await listen(alice), await listen(device)];
  await alice.get('user/logout');
  await vi.waitFor(() => expect(gone.hasEnded()).toBe(true));
  await device.post('contacts/add', asa);
  await vi.waitFor(() => expect(stays.kinds()).toEqual(['contacts']));
  expect(gone.kinds()).toEqual([]);
});

test('A-011 a heartbeat keeps the stream open, and ends it when the session has expired', async () => {
  const tab = await listen(alice);
  vi.advanceTimersByTime(20_000);
  await vi.waitFor(() => expect(tab.text()).toMatch(/^:$/m));
  expect(tab.hasEnded()).toBe(false);
  server.pass(DAY_MS);
  vi.advanceTimersByTime(20_000);
  await vi.waitFor(() => expect(tab.hasEnded()).toBe(true));
});

test('A-011 A-007 an open stream uses its session, which outlives a day without a call, and ten newer logins', async () => {
  const silent = await signIn(server, 'alice');
  const tab = await listen(alice);
  const { sessions } = server.repositories;
  const lastUsed = async () =>
    (await sessions.find(server.context.hashToken(alice.securityToken)))?.lastUsedAt;
  async function passHours(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour++) {
      server.pass(DAY_MS / 24);
      vi.advanceTimersByTime(20_000);
      await vi.waitFor(async () => expect(await lastUsed()).toBeGreaterThan(server.context.now() - 60_000));
    }
  }
  await passHours(24);
  const answerTo = async ({ get }: Visitor) => (await get('user/webSettings')).statusCode;
  expect([tab.hasEnded(), await answerTo(alice), await answerTo(silent)]).toEqual([false, 200, 401]);
  for (let login = 0; login < 9; login++) await signIn(server, 'alice');
  await passHours(1);
  await signIn(server, 'alice');
  expect(await answerTo(alice)).toBe(200);
});

test('API-28 no stream opens without a session', async () => {
  const answer = await server.app.inject({ url: `${BASE}events`, query: { securityToken: 'wrong' } });
  expect(answer.statusCode).toBe(401);
});

test('an account may open twenty streams; one that closes makes room', async () => {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `${address}${BASE}events?securityToken=${alice.securityToken}`;
  const visits = Array.from({ length: 20 }, () => new AbortController());
  const answers = await Promise.all(visits.map(({ signal }) => fetch(url, { signal })));
  expect(answers.map(({ status }) => status)).toEqual(visits.map(() => 200));
  expect((await fetch(url)).status).toBe(429);
  visits[0]?.abort();
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200));
});

test('A-005 the streams of an account that is disabled end', async () => {
  const tab = await listen(alice);
  const account = await server.repositories.accounts.findByUsername('alice');
  await server.context.accountService.changeStatus(account ?? expect.fail(), 'disabled');
  await vi.waitFor(() => expect(tab.hasEnded()).toBe(true));
  expect((await alice.get('user/getProperties')).statusCode).toBe(403);
});

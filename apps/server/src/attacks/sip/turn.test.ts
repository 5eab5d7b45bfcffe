import { createHmac } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { requestsTo } from '../../http/testing/requests.ts';
import { createTestApp, openBrand, type TestApp } from '../../http/testing/test-app.ts';

const secret = 'a-secret-that-nobody-would-guess-soon';
const lifetimeSeconds = 600;

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;
beforeEach(async () => {
  const turn = { urls: ['turn:turn.example'], secret, lifetimeSeconds };
  bed = await createTestApp({ brand: openBrand, turn });
  onTestFinished(() => bed.close());
  api = requestsTo(bed.app);
});

type Credentials = { readonly username: string; readonly credential: string };

async function credentialsOf(securityToken: string): Promise<Credentials> {
  const { iceServers } = (await api.get('iceServers', { securityToken })).json();
  return iceServers[0];
}

/**
 * Whether coturn with `use-auth-secret` accepts the credentials: the time in the username is in the future,
 * and the password is the username's HMAC.
 */
function isLetIn({ username, credential }: Credentials, atMs: number): boolean {
  const isAlive = Number(username.split(':')[0]) * 1000 > atMs;
  return isAlive && createHmac('sha1', secret).update(username).digest('base64') === credential;
}

test('D20 TURN credentials belong to one unnamed user, and are refused under the name of another', async () => {
  const [alice, david] = [
    await credentialsOf(await api.tokenOf('alice')),
    await credentialsOf(await api.tokenOf('david')),
  ];
  expect([isLetIn(alice, bed.context.now()), isLetIn(david, bed.context.now())]).toEqual([true, true]);
  expect(isLetIn({ ...david, username: alice.username }, bed.context.now())).toBe(false);
  const account = await bed.repositories.accounts.findByUsername('alice');
  for (const name of ['alice', account?.id ?? expect.fail('no alice')])
    expect(alice.username.split(':')[1]).not.toBe(name);
  const again = await credentialsOf(await api.tokenOf('alice'));
  expect(again.username.split(':')[1]).toBe(alice.username.split(':')[1]);
});

test('D20 TURN credentials expire, and a changed expiry is refused', async () => {
  const alice = await credentialsOf(await api.tokenOf('alice'));
  const [expiresAt = '', pseudonym] = alice.username.split(':');
  bed.pass((lifetimeSeconds - 5) * 1000);
  expect(isLetIn(alice, bed.context.now())).toBe(true);
  bed.pass(10_000);
  expect(isLetIn(alice, bed.context.now())).toBe(false);
  const later = `${Number(expiresAt) + lifetimeSeconds}:${pseudonym}`;
  expect(isLetIn({ ...alice, username: later }, bed.context.now())).toBe(false);
});

test('D20 no answer contains the secret of the TURN servers, and no log a credential', async () => {
  const securityToken = await api.tokenOf('alice');
  const answer = await api.get('iceServers', { securityToken });
  const [{ credential } = expect.fail('none')] = answer.json<{ iceServers: Credentials[] }>().iceServers;
  await api.get('iceServers', { securityToken: 'made-up' });
  const login = await api.logIn('alice');
  for (const { body } of [answer, login, await api.get('openapi.json')]) expect(body).not.toContain(secret);
  const written = `${bed.logged()}\n${JSON.stringify(bed.events)}`;
  expect(written).toContain('iceServers');
  for (const each of [secret, credential]) expect(written).not.toContain(each);
});

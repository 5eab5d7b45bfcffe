import { expect, onTestFinished, test } from 'vitest';
import { requestsTo } from '../testing/requests.ts';
import { createTestApp, DAY_MS, openBrand } from '../testing/test-app.ts';

const turn = {
  urls: ['turn:turn.example', 'turns:turn.example:443?transport=tcp'],
  secret: 'a-secret-that-nobody-would-guess-soon',
  lifetimeSeconds: 43_200,
};
type LogIn = { securityToken: string; capabilities: { key: string; value: string }[] };
const announced = { key: 'SYS_ICE_SERVERS', value: 'true' };

async function start(options: Parameters<typeof createTestApp>[0]) {
  const bed = await createTestApp({ brand: openBrand, ...options });
  onTestFinished(() => bed.close());
  return { bed, api: requestsTo(bed.app) };
}

test('D20 every session gets TURN servers: with an account, without one, and by a one-click link', async () => {
  const { bed, api } = await start({ turn });
  const link = await bed.context.kioskTokens.mint({ to: 'echo@demo.example' }, DAY_MS);
  for (const entrance of [api.logIn('alice'), api.logIn('anonymous', ''), api.enter(link)]) {
    const { securityToken, capabilities } = (await entrance).json<LogIn>();
    expect(capabilities).toContainEqual(announced);
    const answer = await api.get('iceServers', { securityToken });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const now = Math.floor(bed.context.now() / 1000);
    const { iceServers, ttl } = answer.json();
    expect(iceServers).toEqual([
      { urls: turn.urls, username: expect.any(String), credential: expect.any(String) },
    ]);
    expect(ttl).toBe(43_200);
    const expiresAt = Number(iceServers[0].username.split(':')[0]);
    expect(Math.abs(expiresAt - now - ttl)).toBeLessThanOrEqual(2);
  }
});

test('D20 without such TURN servers the login announces none, and a request for them gets 404', async () => {
  const { api } = await start({});
  const { securityToken, capabilities } = (await api.logIn('alice')).json<LogIn>();
  expect(capabilities).not.toContainEqual(announced);
  expect((await api.get('iceServers', { securityToken })).statusCode).toBe(404);
});

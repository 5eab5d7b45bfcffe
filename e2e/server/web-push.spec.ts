import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startPushService } from '../../apps/server/src/web-push/testing/push-service.ts';
import { openRawPhone } from '../support/peers/raw-phone.ts';
import { sipSecret } from '../support/peers/sip-secret.ts';
import { startSamtalServer } from '../support/server/samtal-server.ts';

const INSTANCE = '11111111-1111-4111-8111-111111111111';
const ALICE = 'alice@demo.example';

test('D78 the server pushes a call to a closed page, calls the page when it registers, and ends the push with the call', async () => {
  const service = await startPushService();
  const server = await startSamtalServer({ PUSH_SERVICES: service.origin });
  const api = `${server.url}/userApi/user/api`;
  const send = (method: string, path: string, body: object) =>
    fetch(`${api}/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  const login = { username: 'alice', password: 'demo1234', force: true, willUseSipRegistration: true };
  const answer = await send('POST', 'user/login', login);
  const { securityToken, sipPassword } = (await answer.json()) as Record<string, string>;
  const browser = service.subscribe();
  const subscription = {
    endpoint: browser.endpoint,
    keys: { p256dh: browser.p256dh, auth: browser.auth },
    instance: INSTANCE,
    staysLoggedIn: true,
    language: 'en',
  };
  const put = await send('PUT', `push/subscription?securityToken=${securityToken}`, subscription);
  expect(put.status).toBe(200);
  expect(statSync(join(server.dataDir, 'vapid.key')).mode & 0o777).toBe(0o600);

  const uri = `${server.url.replace('http', 'ws')}/sip`;
  const bobby = await openRawPhone(uri, {
    name: 'bobby',
    secret: await sipSecret(server.url, 'bobby'),
    device: 'desk',
  });
  expect(await bobby.register('bobby@demo.example')).toBe(200);
  bobby.request('INVITE', ALICE, { body: 'v=0\r\nm=audio 9 X\r\n' });
  await expect.poll(() => browser.pushed()).toHaveLength(1);
  const [pushed] = browser.pushed();
  expect(pushed).toMatchObject({ type: 'call', title: 'Bobby Demo is calling', body: 'Voice call' });
  const secret = pushed?.type === 'call' ? pushed.secret : '';
  expect((await send('POST', 'push/calls/ringing', { secret })).status).toBe(200);
  await expect.poll(() => bobby.statuses('INVITE')).toEqual([100, 180]);

  const page = await openRawPhone(uri, { name: 'alice', secret: sipPassword ?? '', device: 'page' });
  expect(await page.register(ALICE)).toBe(200);
  await expect.poll(() => page.requests('INVITE')).toHaveLength(1);

  expect(await server.stop()).toBe(0);
  expect(browser.pushed().map(({ type }) => type)).toEqual(['call', 'callEnded']);
  expect(server.lines.join('\n')).not.toContain(browser.endpoint);
  await server.dispose();
  await service.close();
});

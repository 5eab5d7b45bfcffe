import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrCreateSecret } from '../../../../apps/server/src/storage/secret-file.ts';
import { VAPID_SECRET, vapidKeysOf } from '../../../../apps/server/src/web-push/vapid-keys.ts';
import { type MozillaPushService, startMozillaPushService } from './push-service.ts';

let service: MozillaPushService;
let folder: string;
let socket: WebSocket;

beforeEach(async () => {
  service = await startMozillaPushService();
  folder = mkdtempSync(join(tmpdir(), 'samtal-mozilla-push-'));
  socket = new WebSocket(service.address);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(request: object): Promise<Record<string, unknown>> {
  const answered = new Promise<MessageEvent>((resolve) =>
    socket.addEventListener('message', resolve, { once: true }),
  );
  socket.send(JSON.stringify(request));
  return JSON.parse(String((await answered).data)) as Record<string, unknown>;
}

test('RFC 8292 the push service of the tests refuses a push that is not signed with the key of the subscription', async () => {
  await ask({ messageType: 'hello', use_webpush: true });
  const key = vapidKeysOf(readOrCreateSecret(folder, VAPID_SECRET)).publicKey;
  const { pushEndpoint } = await ask({ messageType: 'register', channelID: 'one', key: `${key}=` });
  const post = async (headers: Record<string, string>) =>
    (await fetch(String(pushEndpoint), { method: 'POST', headers, body: 'x' })).status;
  const token = `${Buffer.from('{}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}`;
  expect(await post({})).toBe(401);
  expect(await post({ Authorization: `vapid t=${token}.AAAA, k=${key}` })).toBe(403);
  expect(await post({ Authorization: `vapid t=${token}.AAAA, k=BAAA` })).toBe(403);
  service.forget();
  expect(await post({})).toBe(410);
  expect([service.accepted, service.refused.length]).toEqual([[], 4]);
});

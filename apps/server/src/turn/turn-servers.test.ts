import { expect, test } from 'vitest';
import { createTurnServers } from './turn-servers.ts';

const settings = {
  urls: ['turn:turn.example', 'turns:turn.example:443?transport=tcp'],
  secret: 'a-secret-that-nobody-would-guess-soon',
  lifetimeSeconds: 600,
};
const NOW = 1_700_000_000_999;

test('D20 the username holds the expiry, and the password is its HMAC-SHA1 as other programs compute it', () => {
  // Computed with Python's hmac module.
  const username = '1700000600:U5uxGeNFdm96pGkIESWGLxxf0p8HgzWZk2PVYyFFYKE';
  const credential = 'BAHBe9wz297z1PuY6TpQjsveV+o=';
  expect(createTurnServers(settings, () => NOW)('7')).toEqual({
    iceServers: [{ urls: settings.urls, username, credential }],
    ttl: 600,
  });
});

test('D20 an account has one stable pseudonym of its own', () => {
  let now = NOW;
  const pseudonymOf = (turnServers: ReturnType<typeof createTurnServers>, id: string) =>
    turnServers(id).iceServers[0]?.username.split(':')[1];
  const turnServers = createTurnServers(settings, () => now);
  const first = pseudonymOf(turnServers, '7');
  now += 3_600_000;
  expect(pseudonymOf(turnServers, '7')).toBe(first);
  expect(pseudonymOf(turnServers, '8')).not.toBe(first);
  const elsewhere = createTurnServers(
    { ...settings, secret: 'of-another-site-altogether-1234567' },
    () => now,
  );
  expect(pseudonymOf(elsewhere, '7')).not.toBe(first);
});

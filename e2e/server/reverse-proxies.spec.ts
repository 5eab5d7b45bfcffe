import { test as base, expect } from '../support/journey.ts';
import { freePort } from '../support/server/ports.ts';
import { hasProxy, type ProxyName, startProxy } from '../support/server/reverse-proxies.ts';
import { startSamtalServer } from '../support/server/samtal-server.ts';

/** Adds `behind`: starts a server behind a proxy. */
const test = base.extend<{
  behind: (
    name: ProxyName,
  ) => Promise<{ readonly url: string; log(): string; readonly logged: () => string }>;
}>({
  behind: async ({}, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (name) => {
      test.skip(!hasProxy(name), `${name} is not installed and may not be installed here.`);
      const https = await freePort();
      const url = `https://localhost:${https}`;
      const server = await startSamtalServer({ PUBLIC_URL: url, LOG_LEVEL: 'debug' });
      ends.push(() => server.dispose());
      const proxy = await startProxy(name, { https, server: server.port });
      ends.unshift(() => proxy.stop());
      return { url, log: () => proxy.log(), logged: () => server.lines.join('\n') };
    });
    for (const end of ends) await end();
  },
});

for (const [name, tag] of [
  ['nginx', '@daily'],
  ['caddy', '@long'],
] as const)
  test(`D95 behind ${name} with the shipped configuration users log in and call, and no query is logged`, {
    tag,
  }, async ({ person, behind }) => {
    const { url, log, logged } = await behind(name);
    const open = (user: string) => person(user, { ignoreHTTPSErrors: true }, url);
    const [alice, bobby] = await Promise.all([open('alice'), open('bobby')]);
    const sockets: string[] = [];
    alice.page.on('websocket', (socket) => sockets.push(socket.url()));
    await Promise.all([alice.isReachable(), bobby.isReachable()]);
    expect(sockets).toEqual([`${url.replace('https:', 'wss:')}/sip`]);
    await alice.dial('bobby');
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
    await alice.ownText.pressSequentially('hej');
    await expect(bobby.incomingText).toContainText('hej');
    await alice.hangUp();
    await bobby.hasStatus('TERMINATED_REMOTE');
    const answer = await alice.page.request.get(`${url}/login?secret=s3cret`);
    expect(answer.headers()['strict-transport-security']).toBe('max-age=31536000');
    await expect.poll(log).toContain('200');
    expect(log()).not.toContain('s3cret');
    expect(logged()).not.toContain('unknown_proxy');
  });

import { test as base, expect } from '../support/journey.ts';
import { outerAddresses } from '../support/server/outer-addresses.ts';
import { type SamtalServer, startSamtalServer } from '../support/server/samtal-server.ts';

/** Adds `demo`: a server that was started with `--lan`, and its address in the network of this machine. */
const test = base.extend<{ demo: { readonly server: SamtalServer; readonly address: string } }>({
  demo: async ({}, use) => {
    test.skip(outerAddresses().length === 0, 'This machine has no address in a network.');
    const server = await startSamtalServer({ SAMTAL_MODE: 'demo', LAN_PORT: '0' }, ['--lan']);
    const address = /open (https:\/\/\S+)/.exec(server.lines.join('\n'))?.[1] ?? '';
    await use({ server, address });
    await server.dispose();
  },
});

test('D43 D95 with --lan a phone in the network calls a page on this machine, after it has accepted the certificate', async ({
  person,
  demo: { server, address },
}) => {
  const said = server.lines.join('\n');
  expect(said).toContain('everyone who reaches it can log in with the published passwords');
  const { page } = await person('alice', {}, server.url);
  await expect(page.goto(address)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
  const phone = await person('alice', { ignoreHTTPSErrors: true }, address);
  const computer = await person('bobby', {}, server.url);
  await Promise.all([phone.isReachable(), computer.isReachable()]);
  await phone.dial('bobby');
  await computer.answer();
  await phone.hasStatus('ACCEPTED');
  await phone.ownText.pressSequentially('hej');
  await expect(computer.incomingText).toContainText('hej');
  await computer.ownText.pressSequentially('hallo');
  await expect(phone.incomingText).toContainText('hallo');
  await phone.hangUp();
  await computer.hasStatus('TERMINATED_REMOTE');
});

test('D95 the certificate stays over a restart, so that a phone is not asked again', {
  tag: '@long',
}, async ({ demo: { server } }) => {
  const fingerprints = () => server.lines.join('\n').match(/(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/g) ?? [];
  await server.stop();
  await server.restart();
  await expect.poll(fingerprints).toHaveLength(2);
  expect(new Set(fingerprints()).size).toBe(1);
});

import { expect, test } from '@playwright/test';
import { freePort, hasKamailio, startKamailio } from './support/kamailio.ts';
import { Person } from './support/person.ts';
import { startSamtalServer } from './support/samtal-server.ts';
import { sipSecret } from './support/sip-secret.ts';
import { receivedMedia } from './support/witness.ts';

test('D7 the same call over Kamailio: the client cannot tell the difference', async ({ browser }) => {
  // Only where Debian's Kamailio can neither be found nor installed; the notice shows in the list of tests.
  test.skip(
    !hasKamailio(),
    'Kamailio is not installed and may not be installed here (Debian: kamailio, kamailio-websocket-modules).',
  );
  const port = await freePort();
  const server = await startSamtalServer({ SIP_ENGINE: 'external', SIP_WS_URI: `ws://127.0.0.1:${port}` });
  const secrets = new Map<string, string>();
  for (const name of ['alice', 'bobby']) secrets.set(name, await sipSecret(server.url, name));
  const kamailio = await startKamailio(port, secrets);
  const [alice, bobby] = [
    await Person.at(browser, server.url, 'alice'),
    await Person.at(browser, server.url, 'bobby'),
  ];
  for (const someone of [alice, bobby]) await someone.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  for (const someone of [alice, bobby]) {
    await someone.hasStatus('ACCEPTED');
    await expect
      .poll(async () => {
        const { framesDecoded, audioPackets } = await receivedMedia(someone.page);
        return framesDecoded > 30 && audioPackets > 100;
      })
      .toBe(true);
  }
  await alice.ownText.pressSequentially('över Kamailio ✓', { delay: 20 });
  await expect(bobby.incomingText).toHaveText('över Kamailio ✓');
  await bobby.ownText.pressSequentially('ja!', { delay: 20 });
  await expect(alice.incomingText).toHaveText('ja!');
  await bobby.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
  for (const someone of [alice, bobby]) await someone.leave();
  await kamailio.stop();
  await server.dispose();
});

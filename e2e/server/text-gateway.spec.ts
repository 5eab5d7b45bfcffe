import { createSocket } from 'node:dgram';
import { expect } from '@playwright/test';
import { createRttSender } from '../../apps/server/src/server-agents/testing/rtt-text.ts';
import { test } from '../support/peers/text-gateway-journey.ts';

test('D94 a page and a phone with text over RTP read each other letter by letter, with corrections', async ({
  gatewayServer,
  person,
  textPhone,
}) => {
  const phone = await textPhone('carol');
  const alice = await person('alice', {}, gatewayServer.url);
  await alice.isReachable();
  await alice.page.getByLabel('Number or name').fill('carol');
  await alice.page.getByRole('button', { name: 'Text', exact: true }).click();
  await phone.answer();
  await alice.hasStatus('ACCEPTED');

  for (const written of ['h', 'he', 'hej', 'hej ', 'hej ✓']) {
    await alice.ownText.pressSequentially(written.slice(-1));
    await expect.poll(() => phone.read()).toBe(written);
  }
  await alice.ownText.press('Backspace');
  await expect.poll(() => phone.read()).toBe('hej ✓\b');

  for (const [typed, shown] of [
    ['s', 's'],
    ['å', 'så'],
    ['x', 'såx'],
    ['\b', 'så'],
    ['\b\b👋🏽', '👋🏽'],
  ] as const) {
    phone.type(typed);
    await expect(alice.incomingText).toHaveText(shown);
  }
  phone.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
});

test('D94 a phone calls a page; text goes on while others send forged packets', async ({
  gatewayServer,
  person,
  textPhone,
}) => {
  const phone = await textPhone('carol', { types: { t140: 97 } });
  const alice = await person('alice', {}, gatewayServer.url);
  await alice.isReachable();
  const called = phone.call('alice@demo.example');
  await alice.answer();
  await called;
  await alice.hasStatus('ACCEPTED');

  const { port } = phone.peer();
  const forger = createSocket('udp4');
  const forged = createRttSender({ t140: 97 }, 1);
  const text = 'text that nobody has forged';
  // The phone is heard first: until then another port of its address could be its own behind a NAT.
  phone.type(text[0] ?? '');
  await expect(alice.incomingText).toHaveText(text[0] ?? '');
  for (const letter of text.slice(1)) {
    for (let count = 0; count < 20; count += 1) forger.send(forged.next('forged '), port, '127.0.0.1');
    phone.type(letter);
  }
  await expect(alice.incomingText).toHaveText(text);
  await alice.ownText.pressSequentially('ja', { delay: 20 });
  await expect.poll(() => phone.read()).toBe('ja');
  forger.close();
  await alice.hangUp();
  await expect.poll(() => phone.sip.requests('BYE').length).toBe(1);
});

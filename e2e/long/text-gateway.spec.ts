import { createSocket } from 'node:dgram';
import { expect } from '@playwright/test';
import { test as kamailio } from '../support/kamailio/kamailio-text-journey.ts';
import { test } from '../support/peers/text-gateway-journey.ts';

/** Whether what was read is what was written, except for places with U+FFFD in front of or behind which text is missing. */
function isCompleteOrMarked(written: string, read: string): boolean {
  const parts = read.split('\uFFFD');
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (written.startsWith(part) ? 0 : -1) : written.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.length > 1 || at === written.length;
}

for (const share of [0.05, 0.2])
  test(`D94 with ${share * 100} % loss text between page and phone is complete or marked`, async ({
    gatewayServer,
    person,
    textPhone,
  }) => {
    const phone = await textPhone('carol', { loss: { share, seed: 94 } });
    const alice = await person('alice', {}, gatewayServer.url);
    await alice.isReachable();
    await alice.page.getByLabel('Number or name').fill('carol');
    await alice.page.getByRole('button', { name: 'Text', exact: true }).click();
    await phone.answer();
    await alice.hasStatus('ACCEPTED');

    const written = 'The quick brown fox jumps over the lazy dog. ÅÄÖ ✓ 0123456789';
    phone.spell(written);
    await alice.ownText.pressSequentially(written, { delay: 150 });
    // A last letter after a pause shows both readers whether something before it is missing.
    await expect.poll(() => phone.isQuiet(), { timeout: 30_000 }).toBe(true);
    await alice.ownText.pressSequentially('|');
    phone.type('|');
    await expect.poll(() => phone.read()).toMatch(/\|$/);
    await expect(alice.incomingText).toHaveText(/\|$/);
    const shown = (await alice.incomingText.textContent()) ?? '';
    expect(isCompleteOrMarked(`${written}|`, phone.read()), phone.read()).toBe(true);
    expect(isCompleteOrMarked(`${written}|`, shown), shown).toBe(true);
    await alice.hangUp();
  });

test('D94 a flood of packets to the ports of the gateway delays no text for long', async ({
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
  const { port } = phone.peer();
  const forger = createSocket('udp4');
  const packet = Buffer.alloc(1_200, 0x80);
  let isFlooding = true;
  let sent = 0;
  const flood = (): void => {
    for (let count = 0; count < 200; count += 1) forger.send(packet, port, '127.0.0.1');
    sent += 200;
    if (isFlooding) setTimeout(flood, 4);
  };
  flood();
  for (const letter of 'under flood') {
    await alice.ownText.pressSequentially(letter);
    phone.type(letter);
  }
  await expect.poll(() => phone.read()).toBe('under flood');
  await expect(alice.incomingText).toHaveText('under flood');
  expect((await fetch(`${gatewayServer.url}/readyz`)).status).toBe(200);
  isFlooding = false;
  expect(sent).toBeGreaterThan(10_000);
  forger.close();
  await alice.hangUp();
});

kamailio(
  'D94 over Kamailio a page and a phone over UDP call each other and read each other',
  async ({ reachable, udpPhone }) => {
    const [alice, phone] = [await reachable('alice'), await udpPhone('carol')];
    await alice.page.getByLabel('Number or name').fill('carol');
    await alice.page.getByRole('button', { name: 'Text', exact: true }).click();
    await phone.answer();
    await alice.hasStatus('ACCEPTED');
    await alice.ownText.pressSequentially('över Kamailio ✓', { delay: 20 });
    await expect.poll(() => phone.read()).toBe('över Kamailio ✓');
    phone.type('ja!');
    await expect(alice.incomingText).toHaveText('ja!');
    phone.hangUp();
    await alice.hasStatus('TERMINATED_REMOTE');
    await alice.page.getByRole('button', { name: 'Cancel' }).click();

    const called = phone.call('alice@demo.example');
    await alice.answer();
    await called;
    phone.type('hello');
    await expect(alice.incomingText).toHaveText('hello');
    await alice.ownText.pressSequentially('hej');
    await expect.poll(() => phone.read()).toMatch(/hej$/);
    await alice.hangUp();
    await expect.poll(() => phone.sip.requests('BYE').length).toBe(1);
  },
);

import { expect } from '@playwright/test';
import { test as kamailio } from '../support/kamailio/kamailio-text-journey.ts';
import { hasLinphone, type Linphone, NO_LINPHONE, startLinphone } from '../support/peers/linphone.ts';
import { sipSecret } from '../support/peers/sip-secret.ts';

/** Adds `linphone`: a phone of carol, over UDP, made of liblinphone. */
const test = kamailio.extend<{ linphone: Linphone }>({
  linphone: async ({ servers }, use, { skip }) => {
    skip(!hasLinphone(), NO_LINPHONE);
    const secret = await sipSecret(servers.url, 'carol');
    const phone = startLinphone({ name: 'carol', secret, proxy: servers.udpUri });
    await expect.poll(phone.registration).toBe('Ok');
    await use(phone);
    await phone.stop();
  },
});

test('D94 a page and linphone call each other over Kamailio, and read each other letter by letter', async ({
  reachable,
  linphone: phone,
}) => {
  const alice = await reachable('alice');
  await alice.page.getByLabel('Number or name').fill('carol');
  await alice.page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect.poll(phone.states).toContain('IncomingReceived');
  phone.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.ownText.pressSequentially('över Kamailio ✓', { delay: 20 });
  await expect.poll(phone.read).toBe('över Kamailio ✓');
  phone.type('ja! 👋');
  await expect(alice.incomingText).toHaveText('ja! 👋');
  phone.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
  await alice.page.getByRole('button', { name: 'Cancel' }).click();

  phone.callByText('sip:alice@demo.example');
  await alice.answer();
  await alice.hasStatus('ACCEPTED');
  await expect.poll(phone.states).toContain('StreamsRunning');
  phone.type('hej');
  await expect(alice.incomingText).toHaveText('hej');
  await alice.ownText.pressSequentially('svar');
  await expect.poll(phone.read).toBe('över Kamailio ✓svar');
  await alice.hangUp();
  await expect.poll(() => phone.states().at(-1)).toMatch(/End|Released/);
});

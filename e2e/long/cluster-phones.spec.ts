import { expect } from '@playwright/test';
import { test as base } from '../support/cluster/cluster-journey.ts';
import type { Person } from '../support/page/person.ts';
import { transferTo } from '../support/page/transfer-to.ts';
import { receivedMedia } from '../support/page/witness.ts';
import { type Baresip, hasBaresip, startBaresip } from '../support/peers/baresip.ts';
import { hasLinphone, type Linphone, NO_LINPHONE, startLinphone } from '../support/peers/linphone.ts';
import { sipSecret } from '../support/peers/sip-secret.ts';

/** Adds SIP phones at the second node, over UDP: one of bobby, and one of carol. */
const test = base.extend<{ phone: Baresip; linphone: Linphone }>({
  linphone: async ({ cluster }, use, { skip }) => {
    skip(!hasLinphone(), NO_LINPHONE);
    const [server] = cluster.servers;
    const secret = await sipSecret(`http://127.0.0.1:${server?.port}`, 'carol');
    const phone = startLinphone({ name: 'carol', secret, proxy: cluster.nodes[1].udpUri });
    await expect.poll(phone.registration).toBe('Ok');
    await use(phone);
    await phone.stop();
  },
  phone: async ({ cluster }, use, { skip }) => {
    skip(!hasBaresip(), 'baresip is not installed and may not be installed here (Debian: baresip-core).');
    const [server] = cluster.servers;
    const secret = await sipSecret(`http://127.0.0.1:${server?.port}`, 'bobby');
    const phone = startBaresip({ name: 'bobby', secret, proxy: cluster.nodes[1].udpUri });
    await expect.poll(() => phone.log()).toContain('200 OK');
    await use(phone);
    await phone.stop();
  },
});

test('D106 D7 a page and a SIP phone hear each other through rtpengine, with a call from each side', async ({
  phone,
  reachable,
}) => {
  const alice = await reachable('alice');
  const hearEachOther = async (): Promise<void> => {
    const energy = async () => (await receivedMedia(alice.page)).audioEnergy;
    const before = await energy();
    await expect.poll(energy, { timeout: 20_000 }).toBeGreaterThan(before);
    await expect.poll(() => phone.hearsBits()).toBeGreaterThan(0);
  };
  await alice.dial('bobby');
  await alice.hasStatus('ACCEPTED');
  await hearEachOther();
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
  await expect.poll(() => phone.log()).toMatch(/session closed|terminated/);

  phone.type('/dial sip:alice@demo.example');
  await alice.answer();
  await alice.hasStatus('ACCEPTED');
  await hearEachOther();
  await alice.hangUp();
});

test('D87 D106 SIP-02 a page transfers a SIP phone, and a SIP phone transfers a page, to a third user', async ({
  phone,
  reachable,
}) => {
  const alice = await reachable('alice');
  const carol = await reachable('carol');
  const hears = async ({ page }: Person): Promise<void> => {
    const energy = async () => (await receivedMedia(page)).audioEnergy;
    const before = await energy();
    await expect.poll(energy, { timeout: 20_000 }).toBeGreaterThan(before);
  };

  await test.step('the page asks the phone, which calls the third user', async () => {
    await alice.dial('bobby');
    await alice.hasStatus('ACCEPTED');
    await hears(alice);
    await transferTo(alice, 'carol');
    await carol.answer();
    await carol.hasStatus('ACCEPTED');
    await alice.hasStatus('TERMINATED_REMOTE');
    await expect(alice.page.getByText('You connected Bobby Demo with Carol Demo.')).toBeVisible();
    await hears(carol);
    await carol.hangUp();
    await alice.page.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the phone asks the page, whose user agrees', async () => {
    phone.type('/dial sip:alice@demo.example');
    await alice.answer();
    await alice.hasStatus('ACCEPTED');
    await hears(alice);
    phone.type('/transfer sip:carol@demo.example');
    await alice.page.getByRole('button', { name: 'Call Carol Demo' }).click();
    await carol.answer();
    for (const someone of [alice, carol]) await someone.hasStatus('ACCEPTED');
    await hears(alice);
    await hears(carol);
    await alice.hangUp();
  });
});

test('D106 D28 a SIP phone hears itself from the server agent echo, through rtpengine', async ({ phone }) => {
  // The node of the phone may learn a moment later where the agent is.
  await expect(async () => {
    phone.type('/dial sip:echo@demo.example');
    await expect.poll(() => phone.hearsBits(), { timeout: 6000 }).toBeGreaterThan(0);
  }).toPass({ timeout: 30_000 });
});

test('D106 while rtpengine is away no phone gets the offer of a page, and calls go on when it is back', async ({
  cluster,
  linphone: phone,
  reachable,
}) => {
  const alice = await reachable('alice');
  await cluster.rtpengine.kill();
  await alice.dial('carol');
  await expect(alice.page.getByRole('heading', { name: 'Carol Demo is not reachable.' })).toBeVisible();
  expect(phone.states()).toEqual([]);
  await alice.page.getByRole('button', { name: 'Cancel' }).click();

  await cluster.rtpengine.start();
  await expect(async () => {
    await alice.dial('carol');
    await expect.poll(phone.states, { timeout: 3000 }).toContain('IncomingReceived');
  }).toPass({ timeout: 30_000 });
  phone.answer();
  await alice.hasStatus('ACCEPTED');
  await expect.poll(phone.loudest, { timeout: 20_000 }).toBeGreaterThan(1000);
  await alice.hangUp();
});

test('D106 D7 a page and linphone: sound both ways, tones, hold from each side, and a refusal', async ({
  linphone: phone,
  reachable,
}) => {
  const alice = await reachable('alice');
  const energy = async () => (await receivedMedia(alice.page)).audioEnergy;
  const hears = async (): Promise<void> => {
    const before = await energy();
    await expect.poll(energy, { timeout: 20_000 }).toBeGreaterThan(before);
  };
  await alice.dial('carol');
  await expect.poll(phone.states).toContain('IncomingReceived');
  phone.answer();
  await alice.hasStatus('ACCEPTED');
  await hears();
  await expect.poll(phone.loudest, { timeout: 20_000 }).toBeGreaterThan(1000);

  await alice.page.getByRole('button', { name: 'Dialpad', exact: true }).click();
  for (const name of ['1', '2']) await alice.page.getByRole('button', { name, exact: true }).click();
  await expect.poll(phone.digits).toBe('12');
  await alice.hangUp();
  await expect.poll(() => phone.states().at(-1)).toMatch(/End|Released/);
  await alice.hasStatus('COMPLETED');

  phone.call('sip:alice@demo.example');
  await alice.answer();
  await alice.hasStatus('ACCEPTED');
  await hears();
  phone.hold();
  await expect.poll(() => phone.states().at(-1)).toBe('Paused');
  phone.resume();
  await expect.poll(() => phone.states().at(-1)).toBe('StreamsRunning');
  await hears();
  phone.hangUp();
  await alice.hasStatus('TERMINATED_REMOTE');
  await alice.page.getByRole('button', { name: 'Cancel' }).click();

  const before = phone.states().length;
  await alice.dial('carol');
  await expect.poll(() => phone.states().slice(before)).toContain('IncomingReceived');
  phone.decline();
  await alice.hasStatus('REJECTED_REMOTE');
});

import { expect } from '@playwright/test';
import { test as base } from '../support/cluster/cluster-journey.ts';
import { receivedMedia } from '../support/page/witness.ts';
import { type Baresip, hasBaresip, startBaresip } from '../support/peers/baresip.ts';
import { sipSecret } from '../support/peers/sip-secret.ts';

/** Adds `phone`: a SIP phone of bobby at the second node, over UDP. */
const test = base.extend<{ phone: Baresip }>({
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

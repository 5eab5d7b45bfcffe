import { expect } from '@playwright/test';
import { test } from '../support/kamailio/kamailio-journey.ts';
import { mediaFlows } from '../support/page/media-flows.ts';
import type { Person } from '../support/page/person.ts';
import { signIn } from '../support/page/user-api.ts';
import { receivedMedia } from '../support/page/witness.ts';
import { openRawPhone } from '../support/peers/raw-phone.ts';
import { openApiSession } from '../support/peers/sip-secret.ts';

test('D7 a call over Kamailio works as over the embedded SIP server', async ({ reachable }) => {
  const [alice, bobby] = [await reachable('alice'), await reachable('bobby')];
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
});

test('D33 over Kamailio a text call becomes a video call by re-INVITE, from one end and then from the other', {
  tag: '@long',
}, async ({ reachable }) => {
  const [alice, bobby] = [await reachable('alice'), await reachable('bobby')];
  const seesVideo = ({ page }: Person) =>
    expect
      .poll(async () => (await receivedMedia(page)).framesDecoded, { timeout: 10_000 })
      .toBeGreaterThan(5);
  await alice.page.getByLabel('Number or name').fill('bobby');
  await alice.page.getByRole('button', { name: 'Text', exact: true }).click();
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await alice.page.getByRole('button', { name: 'Own camera', exact: true }).click();
  await bobby.page.getByRole('button', { name: 'Yes', exact: true }).click();
  await seesVideo(bobby);
  await seesVideo(alice);
  await bobby.ownText.pressSequentially('now we sign', { delay: 20 });
  await expect(alice.incomingText).toHaveText('now we sign');
  await alice.hangUp();
  await bobby.hasStatus('TERMINATED_REMOTE');
});

test('D101 over Kamailio the user of two calls connects both: the target is asked, and the two users see, hear and read each other', async ({
  reachable,
}) => {
  const [alice, bobby, carol] = [
    await reachable('alice'),
    await reachable('bobby'),
    await reachable('carol'),
  ];
  const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
  await bobby.dial('alice');
  await alice.answer();
  await bobby.hasStatus('ACCEPTED');
  await carol.dial('alice');
  await button(alice, 'Hold and answer').click();
  await carol.hasStatus('ACCEPTED');
  await button(alice, 'Connect Bobby Demo with Carol Demo').click();
  await button(bobby, 'Call Carol Demo').click();
  await button(carol, 'Talk with Bobby Demo').click();
  await alice.hasStatus('TERMINATED_REMOTE');
  await expect(alice.page.getByText('You connected Bobby Demo with Carol Demo.')).toBeVisible();
  await expect(bobby.page.getByRole('main', { name: 'Carol Demo' })).toBeVisible();
  for (const someone of [bobby, carol]) await mediaFlows(someone, 'audioPackets', 20_000);
  await bobby.ownText.pressSequentially('hello Carol', { delay: 20 });
  await expect(carol.incomingText).toHaveText('hello Carol');
  await bobby.hangUp();
  await carol.hasStatus('TERMINATED_REMOTE');
});

test('D28 A-066 the server agents register with Kamailio as phones do, and the mailbox answers for offline users', async ({
  reachable,
  servers,
}) => {
  const bobby = await signIn(servers.url, 'bobby');
  const alice = await reachable('alice');
  await alice.dial('nobody');
  await alice.hasStatus('UNKNOWN_NUMBER');
  await alice.page.getByRole('button', { name: 'Cancel' }).click();

  await alice.dial('busy');
  await expect(alice.page.getByText('could not answer for the moment.')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Cancel' }).click();

  await alice.dial('bobby');
  await expect(alice.page.getByText('Bobby Demo is not reachable.')).toBeVisible();
  await alice.page.getByRole('button', { name: 'Cancel' }).click();

  await bobby.set('AM_ENABLED', '1');
  await alice.dial('bobby');
  await alice.hasStatus('ACCEPTED');
  await expect(alice.page.getByText('Live text')).toBeVisible();
  await expect(alice.incomingText).toContainText('You have reached the mailbox of Bobby Demo.');
  await alice.ownText.pressSequentially('hej');
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');
  await expect
    .poll(async () => (await bobby.messages()).map(({ text, fromSipaddress }) => [text, fromSipaddress]))
    .toEqual([['hej', 'alice@demo.example']]);
});

test.describe(() => {
  test.use({ bindingSeconds: 5 });

  test('D48 over Kamailio each session has its own secret; after a logout it neither calls nor refreshes, and its binding expires', {
    tag: '@long',
  }, async ({ servers }) => {
    const raw = async (name: string, device: string) => {
      const session = await openApiSession(servers.url, name);
      const phone = await openRawPhone(servers.sipUri, { name, secret: session.sipPassword, device });
      return { session, phone };
    };
    const BOBBY = 'bobby@demo.example';
    const [one, two] = [await raw('bobby', 'one'), await raw('bobby', 'two')];
    const alice = await raw('alice', 'alicephone');
    expect([await one.phone.register(BOBBY), await two.phone.register(BOBBY)]).toEqual([200, 200]);
    expect(await alice.phone.status('OPTIONS', BOBBY)).toBe(200);
    expect(await alice.phone.register(BOBBY)).toBe(401);
    expect(await alice.phone.status('MESSAGE', 'nobody@demo.example')).toBe(404);

    await one.session.logOut();
    expect(await one.phone.register(BOBBY)).toBe(401);
    expect(await one.phone.status('MESSAGE', 'alice@demo.example')).toBe(407);
    // The other session stays valid. The binding of the ended session expires, because it cannot be refreshed.
    expect(await two.phone.register(BOBBY)).toBe(200);
    two.phone.drop();
    await expect.poll(() => alice.phone.status('OPTIONS', BOBBY), { timeout: 20_000 }).toBe(480);
    expect(one.phone.closings).toEqual([]);
    for (const { phone } of [one, alice]) phone.drop();
  });
});

test('D7 A-035 over Kamailio a caller without an account calls from an own address, and from no other', async ({
  servers,
}) => {
  const { address, sipPassword: secret } = await openApiSession(servers.url, 'anonymous', '');
  const name = address.split('@')[0] ?? '';
  const phone = (as: string) =>
    openRawPhone(servers.sipUri, { name: as, digestName: 'anonymous', secret, device: `phone-of-${as}` });
  const [own, foreign] = [await phone(name), await phone('alice')];
  expect(await own.register(address)).toBe(200);
  expect(await own.status('OPTIONS', 'busy@demo.example')).toBe(200);
  expect(await foreign.register('alice@demo.example')).toBe(401);
  expect(await foreign.status('OPTIONS', 'busy@demo.example')).toBe(407);
  for (const each of [own, foreign]) each.drop();
});

import { findFirefox } from '../../tools/browsers.mjs';
import type { DrivenPage } from '../browsers/drivers/driver.ts';
import { button, callButton, field, words } from '../browsers/elements.ts';
import { expect, type LogInForPushes, test } from '../browsers/firefox-push/fixtures.ts';
import type { FirefoxDevice, PushedFirefox } from '../browsers/firefox-push/pushed-firefox.ts';
import { hasStatus, seesAndHears, shows, writes } from '../browsers/steps.ts';
import { openRawPhone } from '../support/peers/raw-phone.ts';
import { openApiSession } from '../support/peers/sip-secret.ts';
import { addCaller } from '../support/server/admin-tool.ts';
import type { SamtalServer } from '../support/server/samtal-server.ts';

const CALLS = Number(process.env['FIREFOX_PUSHES'] ?? 40);
/** The server pushes this many calls of one caller to one callee in a row. */
const IN_A_ROW = 5;
/** After so many Firefox ends a subscription (`dom.push.maxQuotaPerSubscription`). */
const PUSHES_WITHOUT_NOTIFICATION = 16;
/** From the push to the notification (D78). */
const MOST_MS = 3000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// `npm run test:long` installs Firefox; where that is not possible, for instance without Debian, this file is skipped.
test.skip(findFirefox() === undefined, 'there is no Firefox on this machine');
test.use({ engine: { kind: 'firefox', program: findFirefox() ?? '' } });

const ringing = 'Alice Demo is calling';

async function calls(alice: DrivenPage): Promise<void> {
  await alice.fill(field('Number or name'), 'bobby');
  await alice.click(callButton);
}

/** Alice calls bobby, whose page is closed: his notification rings, and has buttons. Returns his device. */
async function ringByNotification(
  firefox: PushedFirefox,
  alice: DrivenPage,
  logInForPushes: LogInForPushes,
): Promise<FirefoxDevice> {
  await firefox.keepButtons();
  const device = await firefox.createDevice();
  await (await logInForPushes(device, 'bobby')).close();
  const notified = firefox.notified(ringing);
  await calls(alice);
  await notified;
  return device;
}

test('D78 the button Answer of a notification of Firefox opens the page, which answers by itself', async ({
  firefox,
  alice,
  logInForPushes,
  pageOf,
}) => {
  const device = await ringByNotification(firefox, alice, logInForPushes);
  await firefox.press(ringing, 'Answer');
  const bobby = await pageOf(device.openedPages, 'bobby');
  for (const page of [alice, bobby]) await hasStatus(page, 'ACCEPTED');
  for (const page of [alice, bobby]) await seesAndHears(page);
  await writes(alice, bobby);
  await writes(bobby, alice);
});

test('D78 the button Reject of a notification of Firefox needs no page', async ({
  firefox,
  alice,
  logInForPushes,
}) => {
  await ringByNotification(firefox, alice, logInForPushes);
  await firefox.press(ringing, 'Reject');
  await shows(alice, words('Bobby Demo could not answer for the moment.'));
  await expect.poll(() => firefox.notifications()).toEqual([]);
});

test('D78 a call reaches Firefox that has discarded the page', async ({
  firefox,
  alice,
  logInForPushes,
  pageOf,
  pushingServer,
}) => {
  const device = await firefox.createDevice();
  await logInForPushes(device, 'bobby');
  await device.pages.open('desk');
  await firefox.discard(pushingServer.url);
  const notified = firefox.notified(ringing);
  await calls(alice);
  await notified;
  await firefox.click(ringing);
  const bobby = await pageOf(device.openedPages, 'bobby');
  await bobby.click(button('Answer'));
  for (const page of [alice, bobby]) await hasStatus(page, 'ACCEPTED');
});

test('D78 after its push service has lost all subscriptions, Firefox is reached again when a page is opened', async ({
  firefox,
  service,
  alice,
  logInForPushes,
  pageOf,
  pushingServer,
}) => {
  const device = await firefox.createDevice();
  await (await logInForPushes(device, 'bobby')).close();
  const connected = service.connections();
  service.forget();
  await expect.poll(service.connections).toBe(connected + 1);
  await calls(alice);
  await shows(alice, words('Bobby Demo is not reachable.'));
  await alice.click(button('Cancel'));
  const again = await pageOf(device.pages, 'bobby');
  await again.goTo(pushingServer.url);
  await expect.poll(service.subscriptions).toBe(1);
  await again.close();
  const notified = firefox.notified(ringing);
  await calls(alice);
  await notified;
});

/** A phone of a new user, which calls without a browser. */
async function openCaller({ url, dataDir }: SamtalServer, name: string) {
  const password = await addCaller(dataDir, name);
  const { sipPassword: secret, address } = await openApiSession(url, name, password);
  const phone = await openRawPhone(`${url.replace('http', 'ws')}/sip`, { name, secret, device: 'desk' });
  expect(await phone.register(address)).toBe(200);
  return { ...phone, title: `${name} Caller` };
}

test(`D78 ${CALLS} calls in a row ring in Firefox without a page, each within 3 s of its push, and none costs the subscription`, async ({
  firefox,
  service,
  logInForPushes,
  pushingServer,
}) => {
  test.setTimeout(60_000 + CALLS * 15_000);
  await (await logInForPushes(firefox.plainDevice(), 'bobby')).close();
  const waits: number[] = [];
  let caller: Awaited<ReturnType<typeof openCaller>> | undefined;
  for (let made = 0; made < CALLS; made += 1) {
    if (caller === undefined || made % IN_A_ROW === 0)
      caller = await openCaller(pushingServer, `caller${made / IN_A_ROW}`);
    const phone = caller;
    const before = service.accepted.length;
    const notified = firefox.notified(`${phone.title} is calling`);
    const invite = phone.request('INVITE', 'bobby@demo.example', { body: 'v=0\r\nm=audio 9 X\r\n' });
    const { at } = await notified;
    waits.push(at - (service.accepted[before]?.at ?? Number.NaN));
    await expect.poll(() => phone.statuses('INVITE').at(-1), `call ${made} rings`).toBe(180);
    phone.follow(invite, 'CANCEL');
    await firefox.notified(`Missed call from ${phone.title}`);
    expect(phone.statuses('INVITE').at(-1)).toBe(487);
    phone.follow(invite, 'ACK');
    // The user looks at it: three seconds after a push Firefox looks whether the page shows a notification.
    await expect.poll(() => firefox.quotas().then(({ uncounted }) => uncounted)).toBe(0);
    await firefox.dismiss(`Missed call from ${phone.title}`);
    await expect.poll(() => firefox.notifications()).toEqual([]);
  }
  const { left } = await firefox.quotas();
  expect(left).toEqual([PUSHES_WITHOUT_NOTIFICATION]);
  const sorted = waits.toSorted((one, other) => one - other);
  say(
    `Firefox, from push to notification: median ${sorted[Math.floor(CALLS / 2)]} ms, most ${sorted.at(-1)} ms`,
  );
  expect(waits.filter((wait) => !(wait <= MOST_MS))).toEqual([]);
});

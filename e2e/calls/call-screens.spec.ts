import { expect, test } from '../support/journey.ts';
import { aliceIsCalling, notificationsOf, recordNotifications } from '../support/page/hidden-page.ts';
import { allow, keepAsking } from '../support/page/permission-prompt.ts';
import { setWebSetting } from '../support/page/web-setting.ts';
import { askedDevices } from '../support/page/witness.ts';

test('CALLSCR-04 CALLSCR-06 CALLSCR-11 CALLSCR-12 CALLSCR-13 CONST-01 MEDIA-01 MEDIA-02 NOTIF-05 NOTIF-06 STATE-09 STATE-17 STATE-19 A-065 D36 what the pages show from the question for devices to the missed call', async ({
  person,
}) => {
  const [alice, bobby] = [await person('alice'), await person('bobby')];
  await recordNotifications(bobby.page);
  await bobby.page.reload();
  for (const someone of [alice, bobby]) await someone.isReachable();

  await test.step('CONST-01 the footer shows the version', async () => {
    await expect(alice.page.getByRole('contentinfo')).toContainText('8.2.3-1');
  });

  await test.step('CALLSCR-11 the page says that the browser asks for the devices, and then the call goes on', async () => {
    await keepAsking(alice);
    await alice.dial('bobby');
    await expect(alice.page.getByText('Allow the camera and microphone to continue.')).toBeVisible();
    await bobby.hasStatus(undefined);
    await allow(alice);
    await expect(alice.page.getByText('Allow the camera and microphone to continue.')).toBeHidden();
    await bobby.answer();
    await alice.hasStatus('ACCEPTED');
  });

  await test.step('STATE-17 after a call that the user ends, the page from before the call comes back', async () => {
    await alice.hangUp();
    await alice.hasStatus('COMPLETED');
    await expect(alice.page.getByLabel('Number or name')).toBeVisible();
    await bobby.page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('CALLSCR-12 a missed call shows a notification and no screen', async () => {
    const before = (await notificationsOf(bobby.page)).length;
    await alice.dial('bobby');
    await bobby.hasStatus('INCOMING_CALL');
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
    await bobby.hasStatus('CANCELED_REMOTE');
    await expect(bobby.page.getByLabel('Number or name')).toBeVisible();
    const shown = (await notificationsOf(bobby.page)).map(({ title, isOpen }) => [title, isOpen]);
    expect(shown.slice(before)).toEqual([
      [expect.stringMatching(aliceIsCalling), false],
      ['Missed call from Alice Demo', true],
    ]);
    // Calls that the user has seen in the history are no longer counted.
    await bobby.page.getByRole('link', { name: 'History 1 missed' }).click();
    await bobby.page.getByRole('link', { name: 'Call', exact: true }).click();
  });

  await test.step('CALLSCR-04 after answering the page shows that the call is being connected, then the call', async () => {
    await alice.dial('bobby');
    await bobby.hasStatus('INCOMING_CALL');
    await keepAsking(bobby);
    await bobby.answer();
    await bobby.hasStatus('ESTABLISHING');
    await expect(bobby.page.getByText('Connecting the call…')).toBeVisible();
    await allow(bobby);
    await bobby.hasStatus('ACCEPTED');
    await expect(bobby.page.getByRole('main', { name: 'Alice Demo' })).toBeVisible();
    await bobby.hangUp();
    await bobby.hasStatus('COMPLETED');
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('STATE-19 a caller who gives up while the browser of the callee asks for devices is shown by name as a missed call', async () => {
    await alice.dial('bobby');
    await bobby.hasStatus('INCOMING_CALL');
    await keepAsking(bobby);
    await bobby.answer();
    await bobby.hasStatus('ESTABLISHING');
    await alice.page.getByRole('button', { name: 'Cancel' }).click();
    await bobby.hasStatus('FAILED');
    await expect(bobby.page.getByRole('heading', { name: 'Missed call from Alice Demo' })).toBeVisible();
    await bobby.page.getByRole('button', { name: 'Cancel' }).click();
    await expect(bobby.page.getByRole('link', { name: 'History 1 missed' })).toBeVisible();
    await bobby.page.getByRole('link', { name: 'History 1 missed' }).click();
    await expect(bobby.page.getByRole('main').getByRole('listitem').first()).toContainText(/alice.*Missed/s);
  });
});

test('MEDIA-06 RTT-16 the page asks for the devices of the settings: the microphone only, then none for text only', async ({
  server,
  person,
}) => {
  const bobby = await person('bobby');
  await bobby.isReachable();
  await setWebSetting(server.url, 'carol', 'WEB_VIDEO', 'false');
  const withSound = await person('carol');
  await withSound.isReachable();
  await withSound.dial('bobby');
  await bobby.answer();
  await withSound.hasStatus('ACCEPTED');
  const asked = await askedDevices(withSound.page);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every(({ audio, video }) => audio && !video)).toBe(true);
  await withSound.hangUp();
  await withSound.leave();

  await setWebSetting(server.url, 'carol', 'WEB_AUDIO', 'false');
  const withText = await person('carol');
  await bobby.page.getByRole('button', { name: 'Cancel' }).click();
  await withText.isReachable();
  await withText.dial('bobby');
  await bobby.answer();
  await withText.hasStatus('ACCEPTED');
  await withText.ownText.pressSequentially('only words');
  await expect(bobby.incomingText).toHaveText('only words');
  expect(await askedDevices(withText.page)).toEqual([]);
  await withText.hangUp();
  for (const key of ['WEB_AUDIO', 'WEB_VIDEO']) await setWebSetting(server.url, 'carol', key, 'true');
});

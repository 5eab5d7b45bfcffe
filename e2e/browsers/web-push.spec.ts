import { button, callButton, field, words } from './elements.ts';
import { expect, test } from './firefox-push/fixtures.ts';
import { hasStatus, seesAndHears, shows, writes } from './steps.ts';

test('D78 a call reaches Firefox without a page: its notification opens the page, which rings and is answered', async ({
  service,
  firefox,
  alice,
  logInForPushes,
  pageOf,
}) => {
  const device = await firefox.createDevice();
  const closing = await logInForPushes(device, 'bobby');
  await closing.close();

  const notified = firefox.notified('Alice Demo is calling');
  await alice.fill(field('Number or name'), 'bobby');
  await alice.click(callButton);
  expect(await notified).toMatchObject({ body: 'Video call' });
  await shows(alice, words('Ringing'));

  await firefox.click('Alice Demo is calling');
  const bobby = await pageOf(device.openedPages, 'bobby');
  await bobby.click(button('Answer'));
  for (const page of [alice, bobby]) await hasStatus(page, 'ACCEPTED');
  for (const page of [alice, bobby]) await seesAndHears(page);
  await writes(alice, bobby);
  await writes(bobby, alice);
  await expect.poll(() => firefox.notifications()).toEqual([]);
  expect(service.refused).toEqual([]);
  expect(service.accepted).toMatchObject([{ urgency: 'high', code: 100 }]);
});

import { expect, test } from '../support/journey.ts';
import { chooseInAccount } from '../support/page/account-menu.ts';
import { startSamtalServer } from '../support/server/samtal-server.ts';

test('D72 ROUTE-13 a call link waits for the login, fills in the address, and calls only when Call is pressed; the own address is shared as such a link', async ({
  person,
  server,
  faults,
}) => {
  const link = `${server.url}/call/sip%3Aecho%40demo.example%3Bnow%3Fsubject=x`;
  const alice = await person(
    'alice',
    { permissions: ['camera', 'microphone', 'clipboard-read', 'clipboard-write'] },
    link,
  );
  const { page } = alice;
  await expect(page.getByText('You are about to call echo@demo.example.')).toBeVisible();
  await alice.logIn();
  const field = page.getByLabel('Number or name');
  await expect(field).toHaveValue('echo@demo.example');
  await expect(page).toHaveURL(`${server.url}/call`);
  await expect(alice.callButton).toBeEnabled();
  for (const [hostile, shown] of [
    ['%3Cimg%20src=x%20onerror=alert(1)%3E', '<img src=x onerror=alert(1)>'],
    ['bobby%E2%80%AE%0d%0aVia%3A%20x', 'bobbyVia: x'],
  ] as const) {
    await page.goto(`${server.url}/call/${hostile}`);
    await expect(field).toHaveValue(shown);
    await expect(page).toHaveURL(`${server.url}/call`);
  }
  await page.goto(`${server.url}/call/%E0%A4%A`);
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(field).toHaveValue('');
  await page.goto(link);
  await expect(field).toHaveValue('echo@demo.example');
  await expect(alice.callButton).toBeEnabled();
  const invites = async () => (await faults.wire()).filter(({ text }) => text.startsWith('INVITE '));
  expect(await invites()).toEqual([]);
  await alice.callButton.click();
  await alice.hasStatus('ACCEPTED');
  expect((await invites())[0]?.text).toMatch(/^INVITE sip:echo@demo\.example SIP/);
  await alice.hangUp();
  await alice.hasStatus('COMPLETED');

  await test.step('D72 the address is shared as a link, with which the other person calls', async () => {
    await chooseInAccount(page, 'User information');
    await page.getByRole('button', { name: 'My address' }).click();
    await expect(page.getByRole('img', { name: 'QR code with the link to call me' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${server.url}/call/alice@demo.example`);
    const bobby = await person('bobby', {}, copied);
    await bobby.logIn();
    await expect(bobby.page.getByLabel('Number or name')).toHaveValue('alice@demo.example');
    await bobby.callButton.click();
    await alice.hasStatus('INCOMING_CALL');
  });
});

test('D71 three steps lead from the first login to a call, and are offered once', async ({ person }) => {
  const carol = await person('carol');
  const { page } = carol;
  await carol.logIn();
  await page.getByRole('button', { name: 'Show me' }).click();
  await expect(page.getByRole('heading', { name: 'Camera and microphone' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  const own = page.getByLabel('Type here');
  await own.pressSequentially('Helo');
  const seen = page.getByRole('figure');
  await expect(seen).toContainText('Helo');
  await own.press('Backspace');
  await own.pressSequentially('lo');
  await expect(seen).toContainText('Hello');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Call the echo' }).click();
  await carol.hasStatus('ACCEPTED');
  await carol.hangUp();
  await carol.hasStatus('COMPLETED');
  await page.goto(new URL('/', page.url()).href);
  await expect(page.getByLabel('Number or name')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show me' })).toHaveCount(0);
  const onAnotherDevice = await person('carol');
  await onAnotherDevice.logIn();
  await expect(onAnotherDevice.page.getByLabel('Number or name')).toBeVisible();
  await expect(onAnotherDevice.page.getByRole('button', { name: 'Show me' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(page.getByText('Write a name, a number or an address, and press “Call”.')).toBeVisible();
  await page.getByRole('link', { name: 'Show me' }).click();
  await expect(page.getByRole('heading', { name: 'Camera and microphone' })).toBeVisible();
});

test('D74 the login page of a demonstration names its accounts, and a press fills one in', {
  tag: '@long',
}, async ({ person }) => {
  const demo = await startSamtalServer({ SAMTAL_MODE: 'demo' });
  const { page } = await person('nobody', {}, demo.url);
  await expect(page.getByText('Video, voice and live text in one call.')).toBeVisible();
  await page.getByRole('button', { name: 'bobby' }).click();
  await expect(page.getByLabel('Username')).toHaveValue('bobby');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Number or name')).toBeVisible();
  await demo.dispose();
});

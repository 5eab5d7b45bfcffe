import type { Page } from '@playwright/test';
import { isOnCluster } from '../support/cluster/on-cluster.ts';
import { expect, test } from '../support/journey.ts';
import { chooseInAccount, logOut } from '../support/page/account-menu.ts';
import { type SamtalServer, startSamtalServer } from '../support/server/samtal-server.ts';

type Mail = { readonly to: string; readonly text: string };

let server: SamtalServer;

// In demo mode users can read the mails that were not delivered. Each journey has an account of its own.
test.beforeAll(async () => {
  server = await startSamtalServer({ SAMTAL_MODE: 'demo' });
});
test.afterAll(async () => {
  if (!isOnCluster) await server.dispose();
});

/** The link in the latest mail to one address. */
async function linkFor(to: string): Promise<string> {
  const mails = (await (await fetch(`${server.url}/dev/outbox`)).json()) as Mail[];
  const link = /https?:\/\/\S+/.exec(mails.find((mail) => mail.to === to)?.text ?? '')?.[0];
  if (link === undefined) throw new Error(`no link for ${to} in ${JSON.stringify(mails)}`);
  return link;
}

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat new password').fill(password);
  await page.getByRole('button', { name: 'Save' }).click();
}

test('SIGNUP-19 SIGNUP-33 A-019 A-020 VERIFY-06 PROFILE-07 PROFILE-12 ROUTE-26 a user registers, is approved, and edits the account', async ({
  person,
}) => {
  const { page } = await person('nobody', {}, server.url);
  const secretsInAddresses: string[] = [];
  page.on('request', (request) => {
    if (/secret-\d/.test(request.url())) secretsInAddresses.push(request.url());
  });
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveTitle('Registration - Samtal');
  await page.getByLabel('Organisation').selectOption('Demo with approval');
  const username = page.getByLabel('Username');
  await username.fill('alice');
  await page.getByLabel('Password', { exact: true }).fill('secret-1');
  await expect(page.getByText('The username is already in use.')).toBeVisible();
  await username.fill('greta.g');
  await page.getByLabel('Repeat password').fill('secret-1');
  await page.getByLabel('First name').fill('Greta');
  await page.getByLabel('E-mail').fill('greta@mail.example');
  await page.getByLabel('I accept the licence terms').check();
  await expect(page.getByText('Security check done')).toBeVisible();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Follow the link in the e-mail to verify it.')).toBeVisible();

  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await logIn(page, 'greta.g', 'secret-1');
  await expect(page.getByText('Login failed.')).toBeVisible();
  await page.goto(await linkFor('greta@mail.example'));
  await expect(page.getByRole('heading', { name: 'Verification complete' })).toBeVisible();
  await expect(page.getByText('Your SIP address is greta.g@demo.example.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await logIn(page, 'greta.g', 'secret-1');
  await expect(page.getByText('Login failed.')).toBeVisible();
  await fetch(`${server.url}/dev/approve/greta.g`, { method: 'POST' });
  await page.getByRole('button', { name: 'Log in' }).click();

  await chooseInAccount(page, 'User information');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/userinformation\/edit$/);
  await page.getByLabel('City').fill(' Malmö ');
  await chooseInAccount(page, 'User information');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your information has been saved.')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^Malmö$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await choosePassword(page, 'secret-2');
  await expect(page).toHaveURL(/\/userinformation$/);
  await expect(page.getByText('Your information has been saved.')).toBeVisible();
  // The SIP connection uses the new secret immediately.
  await page.getByRole('link', { name: 'Call', exact: true }).click();
  await page.getByLabel('Number or name').fill('echo');
  await expect(page.getByRole('main').getByRole('button', { name: 'Call', exact: true })).toBeEnabled();
  await logOut(page);
  await logIn(page, 'greta.g', 'secret-1');
  await expect(page.getByText('Login failed.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('secret-2');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible();
  expect(secretsInAddresses).toEqual([]);
});

test('PROFILE-04 PROFILE-07 PROFILE-08 a new e-mail address is used once its link is opened, and can be taken back before', async ({
  person,
}) => {
  const alice = await person('alice', {}, server.url);
  await alice.logIn();
  const { page } = alice;
  const inUse = (address: string) =>
    expect(page.locator('dl > div').filter({ has: page.getByText('E-mail', { exact: true }) })).toContainText(
      address,
    );
  const enter = async (address: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('E-mail').fill(address);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`We sent a link to ${address}.`)).toBeVisible();
    await inUse('alice@demo.example');
  };
  await chooseInAccount(page, 'User information');
  await enter('first@mail.example');
  const first = await linkFor('first@mail.example');
  expect(await linkFor('alice@demo.example')).toContain('/resetpassword');
  await page.getByRole('button', { name: 'Keep the current address' }).click();
  await expect(page.getByText('We sent a link')).toBeHidden();
  await enter('second@mail.example');

  // The link is opened in another page; the waiting page is notified immediately.
  const { page: elsewhere } = await person('nobody', {}, server.url);
  await elsewhere.goto(first);
  await expect(elsewhere.getByText('The e-mail address could not be confirmed.')).toBeVisible();
  await elsewhere.goto(await linkFor('second@mail.example'));
  await expect(elsewhere).toHaveTitle('E-mail address - Samtal');
  await expect(elsewhere.getByText('Your e-mail address is now second@mail.example.')).toBeVisible();
  await inUse('second@mail.example');
  await expect(page.getByText('We sent a link')).toBeHidden();
});

test('RESET-06 RESET-08 RESET-13 a link in a mail replaces a forgotten password, once', async ({
  person,
}) => {
  const { page } = await person('nobody', {}, server.url);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const who = page.getByLabel('E-mail or username');
  const send = page.getByRole('button', { name: 'Send' });
  await who.fill('nobody.at.all');
  await expect(page.getByText('Security check done')).toBeVisible();
  await send.click();
  await expect(page.getByText('The password could not be reset (No such user)')).toBeVisible();
  await who.fill('bobby');
  await expect(page.getByText('Security check done')).toBeVisible();
  await send.click();
  await expect(page.getByText('A link has been sent to your e-mail address.')).toBeVisible();

  const link = await linkFor('bobby@demo.example');
  await page.goto(link);
  await expect(page).toHaveTitle('New password - Samtal');
  await choosePassword(page, 'secret-3');
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await page.goto(link.replace('/newpassword', '/resetpassword'));
  await choosePassword(page, 'secret-4');
  await expect(page.getByText('The link is too old. Request a new one.')).toBeVisible();

  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await logIn(page, 'bobby', 'demo1234');
  await expect(page.getByText('Login failed.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('secret-3');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible();
});

test('LOGIN-08 strangers who guess do not lock a person out of a browser that has logged in before', async ({
  person,
}) => {
  const carol = await person('carol', {}, server.url);
  await carol.logIn();
  const { page } = carol;
  await logOut(page);
  const guess = () =>
    fetch(`${server.url}/userApi/user/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: 'carol',
        password: 'wrong',
        force: true,
        willUseSipRegistration: false,
      }),
    });
  while ((await guess()).status !== 429);
  const { page: stranger } = await person('nobody', {}, server.url);
  await logIn(stranger, 'carol', 'demo1234');
  await expect(stranger.getByText('Login failed.')).toBeVisible();
  await logIn(page, 'carol', 'demo1234');
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible();
  // Scripts cannot read the cookie, and the browser sends it to the login address only.
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const cookies = await page.context().cookies(`${server.url}/userApi/user/api/user/login`);
  expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
    ['samtal-device', true, 'Strict'],
  ]);
  expect(await page.context().cookies(`${server.url}/userApi/user/api/user/getProperties`)).toEqual([]);
});

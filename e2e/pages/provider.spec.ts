import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { chooseInAccount, logOut } from '../support/page/account-menu.ts';
import type { Person } from '../support/page/person.ts';
import { startServerWithProvider } from '../support/server/oidc-provider.ts';

const main = ({ page }: Person) => page.getByRole('main');

/** Types a name and any password at the provider. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
}

async function logInWithStaff(someone: Person, name: string): Promise<void> {
  await someone.page.getByRole('link', { name: 'Log in with Staff' }).click();
  await signInThere(someone.page, name);
  await someone.page.getByLabel('Number or name').fill('x');
  await expect(someone.callButton).toBeEnabled();
  await someone.page.getByLabel('Number or name').fill('');
}

test('D99 a user logs in at the provider, makes a call with text, confirms who they are, and logs out there too; a log-out at the provider leads the open page to the login', async ({
  person,
}) => {
  const { server, issuer, dispose } = await startServerWithProvider();
  const anna = await person('anna.berg', {}, server.url);
  const bobby = await person('bobby', {}, server.url);
  await bobby.isReachable();
  await logInWithStaff(anna, 'anna.berg');
  expect(anna.page.url()).toBe(`${server.url}/`);

  await anna.dial('bobby');
  await bobby.answer();
  await expect(anna.ownText).toBeVisible();
  await anna.ownText.pressSequentially('Hello from staff');
  await expect(bobby.incomingText).toContainText('Hello from staff');
  await anna.hangUp();
  await anna.page.getByRole('button', { name: 'Close this notice' }).click();

  // Without a password the provider confirms who they are.
  await chooseInAccount(anna.page, 'User information');
  await main(anna).getByRole('button', { name: 'My data' }).click();
  await main(anna).getByRole('button', { name: 'Confirm with Staff' }).click();
  await signInThere(anna.page, 'anna.berg');
  const downloading = anna.page.waitForEvent('download');
  await main(anna).getByRole('button', { name: 'Download' }).click();
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
  expect(file.identitiesAtProviders).toEqual([
    { issuer, subject: 'anna.berg', connectedAt: expect.any(String) },
  ]);
  expect(file.account.username).toBe('anna.berg');

  // The provider asks whether to end its own session, then leads back to the login page.
  await logOut(anna.page);
  await anna.page.waitForURL(`${issuer}/**`);
  await anna.page.getByRole('button', { name: /yes/i }).click();
  await expect(anna.page.getByRole('link', { name: 'Log in with Staff' })).toBeVisible();
  // Its session has ended: it asks for the name again.
  await anna.page.getByRole('link', { name: 'Log in with Staff' }).click();
  await expect(anna.page.locator('input[name=login]')).toBeVisible();

  // Anna logs in again, and her session at the provider is ended in another tab.
  await signInThere(anna.page, 'anna.berg');
  await anna.page.getByLabel('Number or name').fill('x');
  await expect(anna.callButton).toBeEnabled();
  const ended = async (): Promise<number> => {
    const audit = await readFile(join(server.dataDir, 'audit.log'), 'utf8');
    return audit.split('"sessions_ended_by_provider","account":"anna.berg"').length - 1;
  };
  const before = await ended();
  const elsewhere = await anna.page.context().newPage();
  await elsewhere.goto(`${issuer}/session/end`);
  await elsewhere.getByRole('button', { name: /yes/i }).click();
  await expect(anna.page.getByRole('link', { name: 'Log in with Staff' })).toBeVisible();
  expect(await ended()).toBeGreaterThan(before);
  await dispose();
});

test('D99 while the provider is down, users read that and log in with their passwords', {
  tag: '@long',
}, async ({ person }) => {
  const { server, stopProvider, dispose } = await startServerWithProvider();
  await stopProvider();
  const alice = await person('alice', {}, server.url);
  await alice.page.getByRole('link', { name: 'Log in with Staff' }).click();
  await expect(alice.page.getByText('Staff cannot be reached now. Try again later.')).toBeVisible();
  await alice.isReachable();
  await chooseInAccount(alice.page, 'User information');
  await main(alice).getByRole('button', { name: 'Log in with Staff' }).click();
  await main(alice).getByLabel('Password', { exact: true }).fill('demo1234');
  await main(alice).getByRole('button', { name: 'Connect' }).click();
  await expect(alice.page.getByText('Staff cannot be reached now. Try again later.')).toBeVisible();
  await dispose();
});

test('D99 where passwords are off, the login page has the button alone', { tag: '@long' }, async ({
  person,
}) => {
  const { server, dispose } = await startServerWithProvider({ OIDC_PASSWORDS: 'off' });
  const anna = await person('anna.berg', {}, server.url);
  await expect(anna.page.getByRole('link', { name: 'Log in with Staff' })).toBeVisible();
  await expect(anna.page.getByLabel('Username')).toHaveCount(0);
  await logInWithStaff(anna, 'anna.berg');
  await dispose();
});

import { test as base, expect } from '../support/journey.ts';
import { logOut } from '../support/page/account-menu.ts';
import { type FolderProxy, startFolderProxy } from '../support/server/folder-proxy.ts';
import { type SamtalServer, startSamtalServer } from '../support/server/samtal-server.ts';

/** Adds `site`: the product in a folder of a site whose other folders have other content. */
const test = base.extend<{ site: { readonly url: string; readonly server: SamtalServer } }>({
  site: async ({}, use) => {
    const proxy: FolderProxy = await startFolderProxy('/call');
    const server = await startSamtalServer({ PUBLIC_URL: proxy.url });
    proxy.forwardTo(server.port);
    await use({ url: proxy.url, server });
    await server.dispose();
    proxy.close();
  },
});

test('BRAND-01 API-01 SIP-01 ROUTE-14 in a folder of a site users log in, call, reload and come back to their page, which asks before unsaved settings are lost', async ({
  person,
  site: { url },
}) => {
  const outside: string[] = [];
  const alice = await person('alice', {}, `${url}/settings/about`);
  const { page } = alice;
  await test.step('users log in, call, reload and come back to their page', async () => {
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(`${url}/`)) outside.push(request.url());
    });
    await expect(page).toHaveURL(`${url}/login`);
    await expect
      .poll(() => page.locator('main img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await alice.logIn();
    await expect(page).toHaveURL(`${url}/settings/about`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
    await page.getByRole('link', { name: 'Samtal' }).click();
    await expect(page).toHaveURL(`${url}/`);
    await alice.dial('echo');
    await alice.hasStatus('ACCEPTED');
    await alice.ownText.pressSequentially('hej');
    await expect(alice.incomingText).toContainText('hej');
    await alice.hangUp();
    await alice.hasStatus('COMPLETED');
    await page.goto(`${url}/nonsense`);
    await expect(page).toHaveURL(`${url}/`);
  });

  await test.step('the page also asks before unsaved settings are lost', async () => {
    await page.goto(`${url}/settings/duringcalls/media`);
    await page.getByRole('checkbox', { name: 'Audio' }).click();
    await page.getByRole('link', { name: 'Ringtone' }).click();
    await expect(page).toHaveURL(`${url}/settings/ringtone`);
    await page.getByRole('link', { name: 'Call', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL(`${url}/call`);
  });

  await logOut(page);
  await expect(page).toHaveURL(`${url}/login`);
  expect(outside).toEqual([]);
});

test('KIOSK-02 RESET-05 A-112 kiosk links and links in mails lead into the folder', { tag: '@long' }, async ({
  person,
}) => {
  const proxy = await startFolderProxy('/call');
  const server = await startSamtalServer({ PUBLIC_URL: proxy.url, SAMTAL_MODE: 'demo' });
  proxy.forwardTo(server.port);
  const link = server.lines.join(' ').match(/\S+\/oneclickcall\?token=\S+/)?.[0] ?? '';
  expect(link).toContain(`${proxy.url}/oneclickcall?`);
  const visitor = await person('visitor', {}, link);
  await visitor.hasStatus('ACCEPTED');
  await visitor.hangUp();
  const { page } = await person('alice', {}, `${proxy.url}/resetpassword`);
  await page.getByLabel('E-mail or username').fill('alice');
  await expect(page.getByText('Security check done')).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('A link has been sent to your e-mail address.')).toBeVisible();
  const mails = await (await fetch(`${server.url}/dev/outbox`)).text();
  const mailed = /https?:\/\/[^\s"\\]+newpassword[^\s"\\]+/.exec(mails)?.[0] ?? '';
  expect(mailed).toContain(`${proxy.url}/newpassword?`);
  await page.goto(mailed);
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  await server.dispose();
  proxy.close();
});

import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { changeBrand } from '../support/server/change-brand.ts';

const appCode = '**/assets/index-*.js';

/** Holds the code of the app until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(appCode, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Whatever the browser complains about. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isOfTest = message.text() === 'Service Worker registration blocked by Playwright';
    if (['error', 'warning'].includes(message.type()) && !isOfTest) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

test('D70 LOGIN-04 the form stands in the first answer; what is typed and pressed before the app runs logs in', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    locale: 'en-GB',
    permissions: ['camera', 'microphone'],
    // It would serve the code that this journey holds.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const release = await holdApp(page);
  await page.goto(`${server.url}/history`, { waitUntil: 'commit' });
  const submit = page.getByRole('button', { name: 'Log in' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Username').fill('alice');
  await expect(submit).toBeDisabled();
  await page.getByLabel('Password', { exact: true }).fill('demo1234');
  await page.getByRole('checkbox', { name: 'Log in automatically' }).check();
  await expect(submit).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Loading…')).toBeVisible();
  expect(page.url()).toBe(`${server.url}/history`);
  expect(asked.filter((url) => /userApi|brand\.json/.test(url))).toEqual([]);
  release();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/history`);
  expect(await page.evaluate(() => localStorage.getItem('autoLogin'))).toBe('true');
  expect(asked.filter((url) => url.includes('demo1234') || url.includes('alice'))).toEqual([]);
  expect(complaints).toEqual([]);

  const again = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#root')).toHaveAttribute('data-brand', /./);
  await expect(page.getByLabel('Username')).toBeHidden();
  again();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await context.close();
});

test('D70 I18N-02 THEME-02 the first answer has the language and the appearance of the visitor, and the app takes it over', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ locale: 'ar', colorScheme: 'dark' });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const release = await holdApp(page);
  await page.goto(server.url, { waitUntil: 'commit' });
  const html = page.locator('html');
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(page).toHaveTitle(/Samtal$/);
  const field = page.locator('input[name=username]');
  await field.fill('سلمى');
  const node = await field.elementHandle();
  release();
  await expect(page).toHaveURL(`${server.url}/login`);
  await expect(page.locator('main img')).toHaveAttribute('src', '/branding/logo-contrast.svg');
  await expect(field).toHaveValue('سلمى');
  expect(await node?.evaluate((input) => input.isConnected)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test('D70 a page that is rendered anew keeps what was typed, checked and pressed before, and the focus', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await changeBrand(page, () => ({ name: 'Another name' }));
  const release = await holdApp(page);
  await page.addInitScript(() => {
    const seen: boolean[] = [];
    Object.assign(window, { seen });
    const look = (): void => void seen.push(document.querySelector('input[name=username]') !== null);
    document.addEventListener('DOMContentLoaded', () =>
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true }),
    );
  });
  await page.goto(`${server.url}/history`, { waitUntil: 'commit' });
  const name = page.getByLabel('Username');
  await name.fill('alic');
  await page.getByRole('checkbox', { name: 'Log in automatically' }).check();
  await name.focus();
  release();
  await expect(page).toHaveTitle(/Another name$/);
  await expect(name).toBeFocused();
  await page.keyboard.type('e');
  await expect(name).toHaveValue('alice');
  await expect(page.getByRole('checkbox', { name: 'Log in automatically' })).toBeChecked();
  // There is a form at every moment.
  expect(await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)).not.toContain(false);

  const again = await holdApp(page);
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  await name.fill('alice');
  await page.getByLabel('Password', { exact: true }).fill('demo1234');
  await page.keyboard.press('Enter');
  again();
  await expect(page.getByRole('link', { name: 'History' })).toBeVisible();
  await context.close();
});

test('D70 a login page that cannot load the app says so, and can be loaded again', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.route(appCode, (route) => route.abort());
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Username').fill('alice');
  await expect(page.getByText('A problem occurred when connecting to server.')).toBeVisible();
  await page.unroute(appCode);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByLabel('Username').fill('alice');
  await page.getByLabel('Password', { exact: true }).fill('demo1234');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'History' })).toBeVisible();
  await context.close();
});

test('D70 before the form is used, no other code is loaded than that of the form', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  const code: string[] = [];
  page.on('response', (response) => {
    const name = /assets\/([\w-]+?)-[\w-]{8}\.js$/.exec(response.url())?.[1];
    if (name !== undefined) code.push(name);
  });
  await page.goto(`${server.url}/login`);
  await expect(page.locator('#root:not([data-brand])')).toBeAttached();
  await page.waitForLoadState('networkidle');
  const ofTheForm = ['first', 'react', 'libraries', 'start', 'index'];
  expect(code.filter((name) => !ofTheForm.includes(name))).toEqual([]);
  await page.getByLabel('Username').focus();
  await expect.poll(() => code).toContain('signed-in');
  await context.close();
});

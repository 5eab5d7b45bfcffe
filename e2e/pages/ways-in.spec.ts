import { expect, test } from '../support/journey.ts';
import { logOut, openAccountMenu } from '../support/page/account-menu.ts';

test('LOGIN-11 LOGIN-13 STORE-01 A-030 every tab logs a remembered user in, until the user logs out in one tab', async ({
  person,
  server,
}) => {
  const alice = await person('alice');
  const context = alice.page.context();
  await alice.page.getByRole('checkbox', { name: 'Log in automatically' }).check();
  await alice.logIn();
  await expect(alice.page.getByLabel('Number or name')).toBeVisible();
  const kept = await alice.page.evaluate(() =>
    ['autoLogin', 'username', 'password'].map((key) => localStorage.getItem(key)),
  );
  expect(kept).toEqual(['true', 'alice', expect.stringMatching(/^[\w+/=]{30,}$/)]);
  expect(kept.join()).not.toContain('demo1234');

  const second = await context.newPage();
  await second.goto(`${server.url}/about`);
  await expect(second.getByRole('heading', { name: 'System information' })).toBeVisible();

  await logOut(alice.page);
  for (const page of [alice.page, second])
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(new URL(second.url()).pathname).toBe('/login');
  await expect(second.getByText('You have logged out in another tab.')).toBeVisible();
  await second.reload();
  await expect(second.getByLabel('Username')).toHaveValue('');
  const left = await second.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)]);
  expect(left.flat().filter((key) => ['autoLogin', 'username', 'password', 'user'].includes(key))).toEqual(
    [],
  );
});

test('ANON-01 ANON-02 ANON-04 A-035 D53 a caller without an account calls from an own address, and finds the services of the organisation', async ({
  person,
  faults,
}) => {
  const caller = await person('nobody');
  await caller.page.getByRole('button', { name: 'Continue without an account' }).click();
  await caller.page.getByLabel('Number or name').fill('echo');
  await expect(caller.callButton).toBeEnabled();
  await openAccountMenu(caller.page);
  await expect(caller.page.getByRole('menuitem', { name: 'Exit' })).toBeVisible();
  await caller.callButton.click();
  await caller.hasStatus('ACCEPTED');
  const invite = (await faults.wire()).find(({ text }) => text.startsWith('INVITE '));
  expect(invite?.text).toMatch(/^From: .*<sip:anonymous-[^@>]+@demo\.example>/m);
  await caller.hangUp();

  await test.step('D53 ANON-01 a guest finds the services of the organisation and calls one with one press', async () => {
    const { page } = caller;
    await caller.hasStatus('COMPLETED');
    const services = page.getByRole('region', { name: 'Services' });
    await services.getByRole('button', { name: 'Keypad test' }).click();
    await caller.hasStatus('ACCEPTED');
    await expect(caller.incomingText).toContainText('Press digits');
  });
});

test('API-03 BRAND-01 ERR-01 ERR-02 ERR-04 ERR-11 LOGIN-09 LOGIN-20 ROUTE-31 ROUTE-33 the page fetches the brand at each start, and says what is wrong with the brand or the server', async ({
  person,
  faults,
}) => {
  const alice = await person('alice');
  const { page } = alice;

  await test.step('BRAND-01 ROUTE-33 the page fetches the brand at each start, and shows that it is waiting', async () => {
    const asked: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/branding/brand.json*', async (route) => {
      asked.push(route.request().url());
      await held;
      await route.continue();
    });
    await page.reload();
    await expect(page.getByText('Loading…')).toBeVisible();
    release();
    await expect(page.getByLabel('Username')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect.poll(() => new Set(asked).size).toBe(2);
    await page.unroute('**/branding/brand.json*');
  });

  await test.step('ROUTE-31 without its brand the page says so, and shows nothing else', async () => {
    for (const answer of ['missing', 'unreachable'] as const) {
      await page.route('**/branding/brand.json*', (route) =>
        answer === 'missing' ? route.fulfill({ status: 404 }) : route.abort(),
      );
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
      await expect(page.getByText('Configuration Not Found')).toBeVisible();
      await expect(page).toHaveTitle('Error');
      await page.unroute('**/branding/brand.json*');
    }
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
  });

  await test.step('API-03 ERR-11 LOGIN-09 the page gives up a server that does not answer within ten seconds', async () => {
    await faults.answerHttp('user/login', { delayMs: 60_000, times: 1 });
    const began = Date.now();
    await alice.logIn();
    await expect(alice.page.getByText('No contact with server')).toBeVisible({ timeout: 15_000 });
    await expect(alice.page.getByText('A problem occurred when connecting to server.')).toBeVisible();
    const seconds = (Date.now() - began) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(10);
    expect(seconds).toBeLessThan(13);
  });

  await test.step('ERR-01 ERR-02 ERR-04 LOGIN-09 LOGIN-20 the page distinguishes a server that does not answer from a service that is down', async () => {
    await page.reload();
    await page.route('**/user/login', (route) => route.abort());
    await alice.logIn();
    await expect(page.getByText('No contact with server')).toBeVisible();
    const lost = page.getByText('A problem occurred when connecting to server.');
    await expect(lost).toBeVisible();
    await page.unroute('**/user/login');
    await page.route('**/user/login', (route) => route.fulfill({ status: 503, body: 'down' }));
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Service is unavailable!')).toBeVisible();
    await expect(lost).toBeVisible();
    await page.unroute('**/user/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByLabel('Number or name')).toBeVisible();
    await expect(lost).toBeHidden();
  });
});

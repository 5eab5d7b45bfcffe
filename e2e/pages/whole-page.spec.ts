import { expect, test } from '../support/journey.ts';
import { logOut } from '../support/page/account-menu.ts';

/** Tests of the whole page: the composition root has no other test. */

for (const [locale, lang, dir, login] of [
  ['en-GB', 'en', 'ltr', 'Log in'],
  ['nb-NO', 'no', 'ltr', 'Logg inn'],
  ['ar-EG', 'ar', 'rtl', 'تسجيل الدخول'],
] as const) {
  test(`I18N-02 I18N-03 I18N-05 D27 a browser that speaks ${locale} gets the language ${lang}, ${dir}`, async ({
    person,
  }) => {
    const { page } = await person('alice', { locale });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(login);
    const html = page.locator('html');
    await expect(html).toHaveAttribute('lang', lang);
    await expect(html).toHaveAttribute('dir', dir);
  });
}

test('I18N-07 RESET-05 the page sends the language of the interface to the server', async ({
  person,
  server,
}) => {
  const { page } = await person('alice', { locale: 'sv-SE' }, `${server.url}/resetpassword`);
  await page.getByLabel('E-post eller användarnamn').fill('alice');
  const asked = page.waitForRequest(/requestResetPassword/);
  await page.getByRole('button', { name: 'Skicka' }).click();
  expect(new URL((await asked).url()).searchParams.get('lang')).toBe('sv');
  await expect(page.getByText('En länk har skickats till din e-postadress.')).toBeVisible();
});

test('I18N-07 SIGNUP-29 a registration is sent with the language of the interface', async ({
  person,
  server,
}) => {
  const { page } = await person('nobody', { locale: 'sv-SE' }, `${server.url}/registration`);
  await page.getByLabel('Användarnamn').fill('sven.svensson');
  await page.getByLabel('Lösenord', { exact: true }).fill('secret-1');
  await page.getByLabel('Upprepa lösenordet').fill('secret-1');
  await page.getByLabel('E-post').fill('sven@mail.example');
  await page.getByLabel('Jag godkänner licensvillkoren').check();
  const asked = page.waitForRequest(/signUp\/create/);
  await page.getByRole('button', { name: 'Registrera' }).click();
  expect(new URL((await asked).url()).searchParams.get('lang')).toBe('sv');
});

test('THEME-01 THEME-02 D27 D75 the page has high contrast when it is chosen, also after a reload', async ({
  person,
}) => {
  const { page } = await person('alice', { colorScheme: 'light' });
  const html = page.locator('html');
  const surface = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(html).toHaveAttribute('data-theme', 'light');
  const light = await surface();
  await page.getByRole('button', { name: 'Contrast' }).click();
  await expect(html).toHaveAttribute('data-theme', 'contrast');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Contrast' })).toHaveAttribute('aria-pressed', 'true');
  await expect(html).toHaveAttribute('data-theme', 'contrast');
  expect(await surface()).not.toBe(light);
  await page.getByRole('button', { name: 'Contrast' }).click();
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test('LOGIN-14 LOGIN-19 A-011 an answer of 401 or 403 logs the user out, and says why', async ({
  person,
  faults,
}) => {
  const alice = await person('alice');
  const { page } = alice;
  // The dial page has the directory too, so that people are found in it.
  const logIn = async (): Promise<void> => {
    await page.goto(new URL('/', page.url()).href);
    const found = page.waitForResponse(/business_directory/);
    await alice.isReachable();
    await found;
  };
  for (const status of [401, 403])
    await test.step(`${status} to a request of the pages, and to one of the login`, async () => {
      await logIn();
      await faults.answerHttp('business_directory', { status, times: 1 });
      await page.getByRole('button', { name: 'Contacts' }).click();
      await page.getByRole('link', { name: 'Directory' }).click();
      await expect(
        page.getByText('The authentication token is invalid or has expired, please sign-in again.'),
      ).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
      expect(await page.evaluate(() => sessionStorage.getItem('user'))).toBeNull();
      await faults.answerHttp('user/webSettings', { status, times: 1 });
      await alice.logIn();
      await expect(page.getByText('Login failed.')).toBeVisible();
    });

  await test.step('LOGIN-14 A-011 401 to the history', async () => {
    await logIn();
    await faults.answerHttp('history', { status: 401, times: 1 });
    await page.getByRole('link', { name: 'History' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page.getByText('The authentication token is invalid or has expired')).toBeVisible();
  });
});

test('LOGIN-12 STORE-04 STORE-05 after Exit the browser keeps nothing of an anonymous user', async ({
  person,
}) => {
  const { page } = await person('nobody');
  await page.getByRole('button', { name: 'Continue without an account' }).click();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Video' }).click();
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Video' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  const keys = () => page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)]);
  expect((await keys())[0]).toContain('settings');
  await logOut(page, 'Exit');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(await keys()).toEqual([['logout'], []]);
});

for (const [locale, words] of [
  ['en-GB', 'This is a demonstration.'],
  ['th-TH', 'นี่คือระบบสาธิต'],
] as const) {
  test(`the login page of the demo says in ${locale} that it is a demo`, async ({ person }) => {
    const { page } = await person('alice', { locale });
    await expect(page.getByRole('main').getByText(words)).toBeVisible();
  });
}

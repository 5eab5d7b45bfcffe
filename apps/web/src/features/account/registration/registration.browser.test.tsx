import { ERROR_CODES, type RegistrationRequest } from '@samtal/api-contract';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AccountsApi, RegistrationSubmission } from '../../../client/ports/accounts-api.ts';
import type { ApiFailure } from '../../../client/ports/user-api.ts';
import { organisationSettings } from '../../../testing/fake-accounts.ts';
import { openAccountPage } from '../../../testing/open-account-page.tsx';
import RegistrationPage from './RegistrationPage.tsx';

const registration = {
  enabled: true,
  organisations: [
    { id: 1, name: 'County' },
    { id: 2, name: 'Town' },
  ],
};
const few = {
  WEB_REGISTRATION_FIELDS: 'username,password,email',
  WEB_REQUIRED_FIELDS: 'username,password,email',
};

const settingsOf =
  (settings: Record<string, string>): AccountsApi['getOrganisationSettings'] =>
  async () => ({ ok: true, value: organisationSettings(settings) });

const refuse = (failure: Omit<ApiFailure, 'ok'>) => async (): Promise<ApiFailure> => ({
  ok: false,
  ...failure,
});

async function open(
  answers: Partial<AccountsApi> = {},
  { brand = {}, ...more }: { brand?: object; captcha?: object; links?: object; more?: object } = {},
) {
  const { captcha = {}, links = {}, more: parts = {} } = more;
  return openAccountPage(<RegistrationPage />, {
    brand: { name: 'Acme', registration: { ...registration, ...brand }, captcha, links },
    answers: { getOrganisationSettings: settingsOf(few), ...answers },
    more: parts,
  });
}

const field = (label: string) => page.getByLabelText(label, { exact: true });
const submit = page.getByRole('button', { name: /^Regist/ });

async function fillIn({ username = 'anna.a', password = 'secret1' } = {}): Promise<void> {
  await field('Username').fill(username);
  await field('Password').fill(password);
  await field('Repeat password').fill(password);
  await field('E-mail').fill('anna@mail.example');
  await field('I accept the licence terms').click();
}

test('SIGNUP-01 SIGNUP-02 SIGNUP-03 SIGNUP-04 SIGNUP-32 the form shows every configured field', async () => {
  const all = [
    'organisation,username,password,firstname,lastname,address,postcode,city,email,phonenumber,mobilenumber',
    'textphonenumber,isdnnumber,gggnumber,faxnumber,sipaddress',
  ].join();
  await open(
    {
      getOrganisationSettings: settingsOf({
        WEB_REGISTRATION_FIELDS: all,
        WEB_REQUIRED_FIELDS: 'city,username',
      }),
    },
    {
      brand: { infoText: 'Who lives here may register.', fieldOrder: ['city', 'email', 'organisation'] },
      captcha: { provider: 'builtin' },
    },
  );
  await expect.element(field('City')).toBeVisible();
  const labels = ['City', 'E-mail', 'Organisation', 'Username', 'Password', 'Repeat password', 'First name'];
  const more = [
    'Last name',
    'Address',
    'Postcode',
    'Phone',
    'Mobile',
    'Text phone',
    'ISDN number',
    '3G number',
  ];
  const expected = [...labels, ...more, 'Fax number', 'SIP address', 'I accept the licence terms'];
  expect([...document.querySelectorAll('form label')].map((label) => label.textContent)).toEqual(expected);
  const required = [...document.querySelectorAll<HTMLInputElement>('form :required')];
  // A generated password is sent by mail, so an address is required.
  expect(required.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
    'City',
    'E-mail',
    'Organisation',
    'Username',
    'I accept the licence terms',
  ]);
  for (const { labels } of required) {
    const label = labels?.[0] ?? expect.fail('a field without words');
    const words = label.querySelector('span:last-child') ?? label;
    expect(getComputedStyle(words, '::after').content).toContain('*');
  }
  expect(field('First name').element().getAttribute('autocomplete')).toBe('given-name');
  expect(field('E-mail').element().getAttribute('autocomplete')).toBe('email');
  expect(field('Password').element().getAttribute('autocomplete')).toBe('new-password');
  await expect.element(page.getByText('Who lives here may register.')).toBeVisible();
  await expect.element(page.getByText('Security check done')).toBeVisible();
  await expect.element(page.getByText('Fields marked with * must be filled in.')).toBeVisible();
});

test('SIGNUP-05 A-034 another organisation brings its own fields, and no input is lost', async () => {
  const { asked } = await open({
    async getOrganisationSettings(id) {
      return {
        ok: true,
        value: organisationSettings(id === '1' ? few : { ...few, WEB_REGISTRATION_FIELDS: 'email,city' }),
      };
    },
  });
  await field('E-mail').fill('anna@mail.example');
  await field('Organisation').selectOptions('Town');
  await expect.element(field('City')).toBeVisible();
  await expect.element(field('Username')).not.toBeInTheDocument();
  await expect.element(field('E-mail')).toHaveValue('anna@mail.example');
  expect(asked('getOrganisationSettings')).toEqual([['1'], ['2']]);
});

test('SIGNUP-01 SIGNUP-28 SIGNUP-29 SIGNUP-19 a valid form is sent, and the account is created', async () => {
  const { asked } = await open({}, { captcha: { provider: 'builtin' } });
  await fillIn();
  await field('Organisation').selectOptions('Town');
  await submit.click();
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Your account has been created.' }))
    .toHaveFocus();
  await expect.element(page.getByText('Your username is anna.a.')).toBeVisible();
  const [[sent] = []] = asked('register') as [RegistrationSubmission][];
  expect(sent).toMatchObject({
    payload: { username: 'anna.a', password: 'secret1', email1: 'anna@mail.example', orgID: '2' },
    isPasswordGenerated: false,
    isMailWanted: true,
    language: 'en',
    captcha: 'solved',
  });
});

test.each([
  ['ACTIVE', 'Your account has been created.'],
  ['NEEDS_VERIFICATION', 'Your account has been created. Follow the link in the e-mail to verify it.'],
  ['NEEDS_APPROVAL', 'Your account has been created and awaits approval by an administrator.'],
] as const)('SIGNUP-19 A-021 status %s shows its message', async (status, text) => {
  await open({ register: async () => ({ ok: true, value: { userId: '7', status } }) });
  await fillIn();
  await submit.click();
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  // Only an active account can log in immediately.
  const logIn = page.getByRole('button', { name: 'Log in' });
  expect(logIn.elements()).toHaveLength(status === 'ACTIVE' ? 1 : 0);
});

test('SIGNUP-08 WCAG 3.3.2 the rule for the password stands under its field from the start', async () => {
  await open();
  await expect.element(field('Password')).toHaveAccessibleDescription('Use 6 to 20 characters.');
  await field('Password').fill('abc');
  await field('E-mail').click();
  await expect.element(field('Password')).toHaveAccessibleDescription('Use 6 to 20 characters.');
});

test('SIGNUP-19 SIGNUP-30 while a registration runs the button says so, and a second press sends nothing', async () => {
  const { asked } = await open({ register: () => new Promise(() => {}) });
  await fillIn();
  await submit.click();
  await expect.element(submit).toHaveTextContent('Registering…');
  submit.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  expect(asked('register')).toHaveLength(1);
});

test('SIGNUP-18 SIGNUP-15 an invalid form is not sent: it lists the errors with links to their fields', async () => {
  const { asked } = await open();
  await field('E-mail').fill('anna');
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
  submit.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  await expect.element(field('Username')).toHaveFocus();
  const links = page.getByRole('alert').getByRole('link');
  expect(links.elements().map(({ textContent }) => textContent)).toEqual([
    'Username: Required',
    'Password: Required',
    'E-mail: Enter a valid e-mail address.',
    'I accept the licence terms: You must accept the licence terms.',
  ]);
  await links.nth(2).click();
  await expect.element(field('E-mail')).toHaveFocus();
  await expect.element(field('E-mail')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('E-mail')).toHaveAccessibleDescription('Enter a valid e-mail address.');
  await expect.element(field('E-mail')).toHaveValue('anna');
  expect(asked('register')).toEqual([]);
  await field('E-mail').fill('anna@mail.example');
  expect(links.elements()).toHaveLength(3);
});

test('SIGNUP-18 A-014 the form is not sent before the captcha is solved', async () => {
  let finish: (answer: string) => void = () => {};
  const solve = vi.fn(() => new Promise<string>((resolve) => (finish = resolve)));
  const { asked } = await open({}, { captcha: { provider: 'builtin' }, more: { captchaSolver: { solve } } });
  await fillIn();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true');
  submit.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  expect(asked('register')).toEqual([]);
  finish('done');
  await expect.element(submit).not.toHaveAttribute('aria-disabled');
  await submit.click();
  await expect.element(page.getByText('Your account has been created.')).toBeVisible();
});

test('A-014 leaving the page stops the captcha, and a failed one can be tried again', async () => {
  const signals: AbortSignal[] = [];
  const answers = [async () => undefined, () => new Promise<undefined>(() => {})];
  const solve = vi.fn(async (_challenge: unknown, { signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal);
    return answers[signals.length - 1]?.();
  });
  const { screen } = await open({}, { captcha: { provider: 'builtin' }, more: { captchaSolver: { solve } } });
  await expect.element(page.getByText('The security check did not work.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect.poll(() => signals.length).toBe(2);
  await screen.unmount();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test("A-014 Google's captcha is shown where the operator configured it", async () => {
  const recaptcha = {
    show(element: HTMLElement, siteKey: string, onAnswer: (answer?: string) => void) {
      const button = element.appendChild(document.createElement('button'));
      button.type = 'button';
      button.textContent = `I am no robot ${siteKey}`;
      button.addEventListener('click', () => onAnswer('token'));
      return () => button.remove();
    },
  };
  const { asked } = await open(
    {},
    { captcha: { provider: 'recaptcha', siteKey: 'site' }, more: { recaptcha } },
  );
  await fillIn();
  await page.getByRole('button', { name: 'I am no robot site' }).click();
  await submit.click();
  await expect.element(page.getByText('Your account has been created.')).toBeVisible();
  expect(asked('register')[0]?.[0]).toMatchObject({ captcha: 'token' });
});

test.each([
  ['Username', 'username', 'anna.a', 'The username is already in use.'],
  ['E-mail', 'email', 'anna@mail.example', 'The e-mail address is already in use.'],
])(
  'SIGNUP-16 SIGNUP-17 %s is checked when its field loses the focus, and an error shows when it is taken',
  async (label, key, value, text) => {
    const { asked } = await open({ checkIsFree: refuse({ status: 409 }) });
    await field(label).fill(value);
    await userEvent.tab();
    await expect.element(field(label)).toHaveAccessibleDescription(text);
    expect(asked('checkIsFree')).toEqual([[{ key, value }, undefined]]);
    await field(label).fill(`b${value}`);
    await expect.element(field(label)).not.toHaveAttribute('aria-invalid', 'true');
  },
);

test('SIGNUP-16 SIGNUP-17 an invalid or empty value is not checked, and a missing answer is no verdict', async () => {
  const { asked } = await open({ checkIsFree: refuse({ status: 0 }) });
  await field('Username').fill('ab');
  await userEvent.tab();
  await expect
    .element(field('Username'))
    .toHaveAccessibleDescription('Use 5 to 100 lower-case letters a-z, digits, hyphens and dots.');
  await field('E-mail').click();
  await userEvent.tab();
  expect(asked('checkIsFree')).toEqual([]);
  await field('Username').fill('anna.a');
  await userEvent.tab();
  expect(asked('checkIsFree')).toHaveLength(1);
  await expect.element(field('Username')).toHaveAttribute('aria-invalid', 'false');
});

test('SIGNUP-23 SIGNUP-25 SIGNUP-26 A-023 a username is generated when the user types none', async () => {
  const fields = {
    WEB_REGISTRATION_FIELDS: 'username,firstname,lastname,email',
    WEB_REQUIRED_FIELDS: 'email',
  };
  const { asked } = await open({
    getOrganisationSettings: settingsOf(fields),
    checkIsFree: async ({ value }) =>
      value === 'bo.ek' ? { ok: false, status: 409 } : { ok: true, value: undefined },
  });
  await field('First name').fill('Bo');
  await field('Last name').fill('Ek');
  await field('E-mail').fill('bo@mail.example');
  await expect
    .element(field('Username'))
    .toHaveAccessibleDescription('Leave it empty to get one made from your name.');
  await field('I accept the licence terms').click();
  await submit.click();
  await expect.element(page.getByText('Your username is bo.ek1.')).toBeVisible();
  await expect.element(page.getByText('Your password has been sent to you by e-mail.')).toBeVisible();
  const names = asked('checkIsFree').map(([request]) => request as { key: string; value: string });
  expect(names.filter(({ key }) => key === 'username').map(({ value }) => value)).toEqual([
    'bo.ek',
    'bo.ek1',
  ]);
  const [[sent] = []] = asked('register') as [
    { payload: RegistrationRequest; isPasswordGenerated: boolean },
  ][];
  expect(sent).toMatchObject({ payload: { username: 'bo.ek1', sipaddress: '' }, isPasswordGenerated: true });
});

test('SIGNUP-26 SIGNUP-27 without a name the SIP address is the username; without a list the organisation is the brand’s', async () => {
  const { asked } = await open({}, { brand: { organisations: [], defaultOrganisation: 3 } });
  await expect.element(field('Organisation')).toHaveTextContent('Acme');
  await fillIn();
  await submit.click();
  await expect.element(page.getByText('Your username is anna.a.')).toBeVisible();
  expect(asked('register')[0]?.[0]).toMatchObject({ payload: { sipaddress: 'anna.a', orgID: '3' } });
});

describe('server errors', () => {
  test.each([
    [
      { errorCode: ERROR_CODES.usernameExists, failureText: 'Username exists' },
      'Username',
      'The username is already in use.',
    ],
    [
      { errorCode: ERROR_CODES.emailExists, failureText: 'E-mail exists' },
      'E-mail',
      'The e-mail address is already in use.',
    ],
    [
      { errorCode: ERROR_CODES.invalidValue, failureText: 'Invalid value: email1' },
      'E-mail',
      'Enter a valid e-mail address.',
    ],
  ])(
    'SIGNUP-20 SIGNUP-22 %j is shown as text and at its field; the input stays',
    async (failure, label, text) => {
      await open({ register: refuse({ status: 409, ...failure }) }, { captcha: { provider: 'builtin' } });
      await fillIn();
      await submit.click();
      const alert = page.getByRole('alert').filter({ hasText: 'Registration failed' });
      await expect.element(alert).toHaveTextContent(`Registration failed (${failure.failureText})`);
      await expect.element(alert).toHaveFocus();
      await expect.element(field(label)).toHaveAccessibleDescription(text);
      await expect.element(field('Password')).toHaveValue('secret1');
      await expect.element(field('I accept the licence terms')).toBeChecked();
    },
  );

  test.each([
    [409, ERROR_CODES.sipAddressExists, 'SIP address exists', 'The SIP address is already in use.'],
    [
      400,
      ERROR_CODES.invalidValue,
      'Invalid value: sipaddress',
      'This SIP address is not allowed. Choose another one and leave out @ and what follows: that part is the same for everyone.',
    ],
  ])(
    'SIGNUP-22 A-024 a SIP address that is not allowed: %i %i',
    async (status, errorCode, failureText, text) => {
      const settings = settingsOf({ ...few, WEB_REGISTRATION_FIELDS: 'username,password,email,sipaddress' });
      const failure = { status, errorCode, failureText };
      await open({ getOrganisationSettings: settings, register: refuse(failure) });
      await fillIn();
      await field('SIP address').fill('anna');
      await submit.click();
      await expect.element(field('SIP address')).toHaveAccessibleDescription(text);
    },
  );

  test('SIGNUP-20 a failure without a text shows its number', async () => {
    await open({ register: refuse({ status: 400, errorCode: 3003 }) });
    await fillIn();
    await submit.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Registration failed (3003)');
  });

  test.each([0, 500])('SIGNUP-31 ERR-09 status %i counts as a network error', async (status) => {
    const { alerts } = await open({ register: refuse({ status }) });
    await fillIn();
    await submit.click();
    await expect.poll(alerts).toEqual(['network.networkError']);
    await expect.element(submit).toHaveTextContent('Register');
    await expect.element(field('Username')).toHaveValue('anna.a');
  });

  test.each([0, 500])(
    'SIGNUP-31 ERR-09 status %i during the search for a username counts as a network error',
    async (status) => {
      const { alerts, asked } = await open({
        getOrganisationSettings: settingsOf({
          WEB_REGISTRATION_FIELDS: 'email',
          WEB_REQUIRED_FIELDS: 'email',
        }),
        checkIsFree: refuse({ status }),
      });
      await field('E-mail').fill('anna@mail.example');
      await field('I accept the licence terms').click();
      await submit.click();
      await expect.poll(alerts).toEqual(['network.networkError']);
      await expect.element(submit).toHaveTextContent('Register');
      expect(asked('register')).toEqual([]);
    },
  );

  test('ERR-09 a server fault does not mean that a name is taken', async () => {
    const { alerts } = await open({ checkIsFree: refuse({ status: 500 }) });
    await field('Username').fill('anna.a');
    await userEvent.tab();
    await expect.poll(alerts).toEqual(['network.networkError']);
    await expect.element(field('Username')).toBeValid();
  });

  test('SIGNUP-31 a form that failed to load can be loaded again', async () => {
    const answers = [refuse({ status: 0 }), settingsOf(few)];
    const { alerts } = await open({
      getOrganisationSettings: async (id) => (answers.shift() ?? settingsOf(few))(id),
    });
    await page.getByRole('button', { name: 'Try again now' }).click();
    await expect.element(field('Username')).toBeVisible();
    expect(alerts()).toEqual([]);
  });
});

test('SIGNUP-21 a registration turned off by the brand or the server says so', async () => {
  const { screen, asked } = await open({}, { brand: { enabled: false } });
  await expect.element(page.getByText('Registration is not enabled')).toBeVisible();
  expect(asked('getOrganisationSettings')).toEqual([]);
  await screen.unmount();
  await open({ register: refuse({ status: 400, errorCode: ERROR_CODES.registrationNotEnabled }) });
  await fillIn();
  await submit.click();
  await expect.element(page.getByText('Registration is not enabled', { exact: true })).toBeVisible();
  expect(page.getByText('Registration failed').elements()).toEqual([]);
});

test('SIGNUP-10 SIGNUP-08 SIGNUP-09 BRAND-12 the operator’s own texts about passwords are shown', async () => {
  const brand = {
    passwordRegex: '\\d',
    passwordRegexText: { en: 'Use a digit, please.' },
    passwordMismatchText: 'Not the same!',
    disallowUsernameInPassword: true,
  };
  await open({}, { brand });
  await field('Username').fill('anna.a');
  await field('Password').fill('secrets');
  await field('Repeat password').fill('secret');
  await userEvent.tab();
  await expect.element(field('Password')).toHaveAccessibleDescription('Use a digit, please.');
  await expect.element(field('Repeat password')).toHaveAccessibleDescription('Not the same!');
  await field('Password').fill('1anna.a');
  await expect
    .element(field('Password'))
    .toHaveAccessibleDescription('The password must not contain the username.');
});

test('SIGNUP-10 SIGNUP-08 the default texts about passwords are shown; the input can be made visible', async () => {
  await open();
  await field('Password').fill('12345');
  await field('Repeat password').fill('1');
  await userEvent.tab();
  await expect.element(field('Password')).toHaveAccessibleDescription('Use 6 to 20 characters.');
  await expect.element(field('Repeat password')).toHaveAccessibleDescription('The passwords do not match.');
  await expect.element(field('Password')).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect.element(field('Password')).toHaveAttribute('type', 'text');
  await expect.element(field('Repeat password')).toHaveAttribute('type', 'text');
});

test('SIGNUP-12 SIGNUP-13 each kind of field has its error text', async () => {
  const fields = 'phonenumber,mobilenumber,city,email';
  await open({
    getOrganisationSettings: settingsOf({ WEB_REGISTRATION_FIELDS: fields, WEB_REQUIRED_FIELDS: '' }),
  });
  await field('Phone').fill('1');
  await field('Mobile').fill('1');
  await field('City').fill('<');
  await userEvent.tab();
  await expect.element(field('Phone')).toHaveAccessibleDescription('Enter a valid phone number.');
  await expect.element(field('Mobile')).toHaveAccessibleDescription('Enter a valid mobile number.');
  await expect.element(field('City')).toHaveAccessibleDescription('The field contains invalid characters.');
});

test('SIGNUP-15 clearing the licence box shows an error', async () => {
  await open();
  const licence = field('I accept the licence terms');
  await licence.click();
  await expect.element(licence).not.toHaveAttribute('aria-invalid');
  await licence.click();
  await expect.element(licence).toHaveAccessibleDescription('You must accept the licence terms.');
});

test('SIGNUP-15 the licence can be read; without one there is no box', async () => {
  const { screen } = await open({}, { brand: { licenseUrl: '/branding/licence.html' } });
  await expect
    .element(page.getByRole('link', { name: 'Read the licence terms' }))
    .toHaveAttribute('href', '/branding/licence.html');
  await screen.unmount();
  await open({}, { brand: { license: false } });
  await expect.element(field('Username')).toBeVisible();
  await expect.element(field('I accept the licence terms')).not.toBeInTheDocument();
});

test('A-001 the registration leads to the terms of use if the brand names them', async () => {
  const terms = page.getByRole('link', { name: 'Our rules' });
  const links = { termsOfUse: { url: '/branding/terms.html', text: { en: 'Our rules', sv: 'Våra regler' } } };
  const { unmount } = (await open({}, { links })).screen;
  await expect.element(terms).toHaveAttribute('href', '/branding/terms.html');
  await unmount();
  await open();
  await expect.element(field('Username')).toBeVisible();
  await expect.element(terms).not.toBeInTheDocument();
});

test('SIGNUP-30 a returning user finds an empty form', async () => {
  const { screen } = await open();
  await fillIn();
  await screen.unmount();
  await open();
  await expect.element(field('Username')).toHaveValue('');
  await expect.element(field('I accept the licence terms')).not.toBeChecked();
});

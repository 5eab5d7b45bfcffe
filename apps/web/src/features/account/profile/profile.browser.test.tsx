import { CAPABILITY_KEYS, ERROR_CODES, type KeyValue } from '@samtal/api-contract';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AccountsApi } from '../../../client/ports/accounts-api.ts';
import type { ApiFailure, UserApi } from '../../../client/ports/user-api.ts';
import { loginAnswer } from '../../../testing/fake-user-api.ts';
import { hiddenInCall } from '../../../testing/hidden-in-call.tsx';
import { openAccountPage } from '../../../testing/open-account-page.tsx';
import ProfileArea, { type ProfilePageName } from './ProfileArea.tsx';

const properties: readonly KeyValue[] = [
  { key: 'USERNAME', value: 'alice' },
  { key: 'SIP_ADDRESS', value: 'alice@demo.example|alice@other.example' },
  { key: 'FORENAME', value: 'Alice' },
  { key: 'SURNAME', value: 'Ek' },
  { key: 'EMAIL', value: 'alice@mail.example' },
  { key: 'CITY', value: 'Lund' },
];

const refuse = (failure: Omit<ApiFailure, 'ok'>) => async (): Promise<ApiFailure> => ({
  ok: false,
  ...failure,
});
const press = (element: Element): boolean =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

type Options = {
  readonly answers?: Partial<AccountsApi>;
  readonly capabilities?: readonly KeyValue[];
  readonly features?: Readonly<Record<string, boolean>>;
  readonly registration?: object;
  readonly userApi?: Partial<UserApi>;
};

async function open(name: ProfilePageName, options: Options = {}) {
  const { answers = {}, capabilities = [], features = {}, registration = {}, userApi = {} } = options;
  const answer = {
    ...loginAnswer,
    properties: { propertySet: [...properties] },
    capabilities: [...capabilities],
  };
  const { page: content, ...calls } = hiddenInCall(<ProfileArea page={name} />);
  const opened = await openAccountPage(content, {
    path: '/here',
    brand: {
      features: { userInformation: true, userInformationEdit: true, changePassword: true, ...features },
      registration,
    },
    answers,
    person: {
      login: async () => ({ ok: true, value: answer }),
      getProperties: async () => ({ ok: true, value: properties }),
      ...userApi,
    },
  });
  return { ...opened, ...calls };
}

const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole('button', { name: /^Sav/ });
const cancel = page.getByRole('button', { name: 'Cancel' });

const factsOf = (): readonly string[] =>
  [...document.querySelectorAll('dl > div')].map((fact) =>
    [...fact.querySelectorAll('dt, bdi, dd:not(:has(bdi))')].map(({ textContent }) => textContent).join('|'),
  );

describe('the profile view', () => {
  test('PROFILE-01 PROFILE-02 shows the fields of the account, and a link to change them', async () => {
    const { visited } = await open('view');
    await expect.element(page.getByRole('heading', { name: 'User information' })).toHaveFocus();
    expect(factsOf()).toEqual([
      'Username|alice',
      'SIP address|alice@demo.example|alice@other.example',
      'First name|Alice',
      'Last name|Ek',
      'E-mail|alice@mail.example',
      'Address|Not given',
      'Postcode|Not given',
      'City|Lund',
      'Phone|Not given',
      'Mobile|Not given',
    ]);
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(visited()).toBe('/userinformation/edit');
  });

  test('PROFILE-01 ROUTE-26 a profile that may not be changed has no button and no page', async () => {
    const { screen } = await open('view', {
      features: { userInformationEdit: false, changePassword: false },
    });
    await expect.element(page.getByRole('heading', { name: 'User information' })).toBeVisible();
    expect(page.getByRole('button').elements()).toEqual([]);
    await screen.unmount();
    const { visited } = await open('edit', { features: { userInformationEdit: false } });
    expect(visited()).toBe('/userinformation');
  });
});

describe('a new e-mail address that waits for its link', () => {
  const pending = [...properties, { key: 'PENDING_EMAIL', value: 'new@mail.example' }];
  const login: UserApi['login'] = async () => ({
    ok: true,
    value: { ...loginAnswer, properties: { propertySet: [...pending] } },
  });
  const waiting = page.getByText(
    'We sent a link to new@mail.example. Your address changes when you open it.',
  );
  const keep = page.getByRole('button', { name: 'Keep the current address' });

  test.each(['view', 'edit'] as const)(
    'PROFILE-04 the page %s shows it beside the address in use',
    async (name) => {
      await open(name, { userApi: { login } });
      await expect.element(waiting).toBeVisible();
      await expect.element(keep).toBeVisible();
      if (name === 'view') expect(factsOf()).toContain('E-mail|alice@mail.example');
      else await expect.element(field('E-mail')).toHaveValue('alice@mail.example');
    },
  );

  test('PROFILE-07 a saved e-mail address is shown as pending, and the address in use stays', async () => {
    const { asked, alerts, visited, screen } = await open('edit', {
      userApi: { getProperties: async () => ({ ok: true, value: pending }) },
    });
    await expect.element(waiting).not.toBeInTheDocument();
    await field('E-mail').fill('new@mail.example');
    await save.click();
    await expect.poll(visited).toBe('/userinformation');
    expect(asked('setProperty')).toEqual([
      ['token-1', { key: 'EMAIL', value: 'new@mail.example' }, { isPosted: false }],
    ]);
    expect(alerts()).toEqual(['edituser.complete']);
    await expect.element(waiting).toBeVisible();
    await screen.unmount();
  });

  test('one button cancels the pending address, and disappears with it', async () => {
    const { asked, alerts } = await open('view', { userApi: { login } });
    await keep.click();
    await expect.element(waiting).not.toBeInTheDocument();
    expect(asked('setProperty')).toEqual([
      ['token-1', { key: 'PENDING_EMAIL', value: '' }, { isPosted: false }],
    ]);
    expect(alerts()).toEqual(['edituser.email_kept']);
  });

  test('a failed cancellation is reported, and the pending address stays', async () => {
    const { alerts } = await open('view', {
      userApi: { login },
      answers: { setProperty: refuse({ status: 500, errorCode: ERROR_CODES.internal }) },
    });
    await keep.click();
    await expect.poll(alerts).toContain('edituser.error');
    await expect.element(waiting).toBeVisible();
  });

  test('after too many mails the field says when to try again', async () => {
    await open('edit', {
      answers: { setProperty: refuse({ status: 429, errorCode: ERROR_CODES.invalidValue }) },
    });
    await field('E-mail').fill('new@mail.example');
    await save.click();
    await expect
      .element(field('E-mail'))
      .toHaveAccessibleDescription('Too many e-mails have been sent. Try again in an hour.');
    await expect.element(field('E-mail')).toHaveValue('new@mail.example');
    // Discards the input, which would otherwise appear in the next test.
    await cancel.click();
  });
});

describe('the profile form', () => {
  test('PROFILE-03 PROFILE-04 fixed facts, and a field for each of the others', async () => {
    await open('edit');
    await expect.element(page.getByRole('heading', { name: 'Edit user information' })).toHaveFocus();
    expect(factsOf()).toEqual(['Username|alice', 'SIP address|alice@demo.example|alice@other.example']);
    const labels = [...document.querySelectorAll('form label')].map(({ textContent }) => textContent);
    expect(labels.slice(0, 8).join()).toBe('First name,Last name,E-mail,Address,Postcode,City,Phone,Mobile');
    expect(labels.slice(8)).toEqual(['Text phone', 'ISDN number', '3G number', 'Fax number']);
    await expect.element(field('First name')).toHaveValue('Alice');
    await expect.element(field('E-mail')).toBeRequired();
    await expect.element(cancel).toBeVisible();
  });

  test('PROFILE-04 PROFILE-05 the organisation decides which fields may be changed', async () => {
    const list = (value: string) => [{ key: 'WEB_CHANGE_OWN_DATA_VISIBLE_FIELDS', value }];
    const { screen } = await open('edit', { capabilities: list('city,email') });
    const change = page.getByRole('button', { name: 'Change password' });
    await expect.element(field('City')).toBeVisible();
    expect(page.getByRole('textbox').elements()).toHaveLength(2);
    await expect.element(change).not.toBeInTheDocument();
    await screen.unmount();
    const { visited } = await open('edit', { capabilities: list('city,password') });
    await change.click();
    expect(visited()).toBe('/userinformation/changePassword');
  });

  test('PROFILE-07 PROFILE-08 PROFILE-10 PROFILE-13 D22 changes are sent one by one, and then the user is loaded again', async () => {
    const changed = [...properties.filter(({ key }) => key !== 'SURNAME'), { key: 'SURNAME', value: 'Å' }];
    const { asked, alerts, visited, session, userApi, unsaved } = await open('edit', {
      capabilities: [{ key: 'SYS_POST_SECRETS', value: 'true' }],
      userApi: { getProperties: async () => ({ ok: true, value: changed }) },
    });
    await field('Last name').fill(' Å ');
    await field('City').fill('');
    await field('3G number').fill('123');
    await field('First name').fill(' Alice ');
    expect(unsaved.get()).toBe(true);
    await save.click();
    await expect.poll(visited).toBe('/userinformation');
    expect(asked('setProperty')).toEqual([
      ['token-1', { key: 'SURNAME', value: 'Å' }, { isPosted: true }],
      ['token-1', { key: 'CITY', value: '' }, { isPosted: true }],
      ['token-1', { key: 'GGG_NUMBER', value: '123' }, { isPosted: true }],
    ]);
    expect(userApi.calls.at(-1)).toBe('getProperties "token-1"');
    expect(alerts()).toEqual(['edituser.complete']);
    expect(unsaved.get()).toBe(false);
    const now = session.state.get();
    expect(now.phase === 'signedIn' && now.user.properties.propertySet).toEqual(changed);
  });

  test('PROFILE-15 while saving the button says so; cancel returns without requests', async () => {
    const { asked, visited, screen } = await open('edit');
    await field('City').fill('Malmö');
    await cancel.click();
    expect(visited()).toBe('/userinformation');
    expect(asked('setProperty')).toEqual([]);
    await screen.unmount();
    await open('edit', { answers: { setProperty: () => new Promise(() => {}) } });
    await expect.element(field('City')).toHaveValue('Lund');
    await field('City').fill('Malmö');
    await save.click();
    await expect.element(save).toHaveTextContent('Saving…');
    await cancel.click();
  });

  test('PROFILE-06 PROFILE-14 an invalid form is not sent', async () => {
    const { asked } = await open('edit');
    await field('E-mail').fill(' ');
    await field('Mobile').fill('1');
    await field('City').fill('<');
    press(save.element());
    await expect.element(field('E-mail')).toHaveFocus();
    await expect.element(field('E-mail')).toHaveAccessibleDescription('E-mail must not be empty.');
    await expect.element(field('Mobile')).toHaveAccessibleDescription('Enter a valid mobile number.');
    await expect.element(field('City')).toHaveAccessibleDescription('The field contains invalid characters.');
    expect(asked('setProperty')).toEqual([]);
    await cancel.click();
  });

  test('PROFILE-09 PROFILE-11 a new e-mail address is checked when its field loses the focus', async () => {
    const { asked } = await open('edit', { answers: { checkIsFree: refuse({ status: 409 }) } });
    await field('E-mail').click();
    await userEvent.tab();
    await field('E-mail').fill('');
    await userEvent.tab();
    await field('E-mail').fill('alice@mail.example ');
    await userEvent.tab();
    expect(asked('checkIsFree')).toEqual([]);
    await field('E-mail').fill('bobby@mail.example');
    await userEvent.tab();
    await expect
      .element(field('E-mail'))
      .toHaveAccessibleDescription('The e-mail address is already in use.');
    expect(asked('checkIsFree')).toEqual([[{ key: 'email', value: 'bobby@mail.example' }, 'token-1']]);
    press(save.element());
    expect(asked('setProperty')).toEqual([]);
    await cancel.click();
  });

  test('D98 users with a role type the password too before a new e-mail address, and read that it is wrong', async () => {
    let isRight = false;
    const { asked, visited } = await open('edit', {
      capabilities: [{ key: CAPABILITY_KEYS.consoleRole, value: 'support' }],
      answers: {
        setProperty: async (_token, { key }) =>
          isRight || key !== 'EMAIL'
            ? { ok: true, value: {} }
            : { ok: false, status: 400, errorCode: ERROR_CODES.wrongCredentials },
      },
    });
    await expect.element(field('Password')).not.toBeInTheDocument();
    await field('E-mail').fill('new@mail.example');
    await field('City').fill('Malmö');
    await field('Password').fill('wrong');
    await save.click();
    await expect.element(field('Password')).toHaveAccessibleDescription(/The password is wrong\./);
    expect(asked('setProperty')).toEqual(
      expect.arrayContaining([
        [
          'token-1',
          { key: 'EMAIL', value: 'new@mail.example', currentPassword: 'wrong' },
          { isPosted: true },
        ],
        ['token-1', { key: 'CITY', value: 'Malmö' }, { isPosted: false }],
      ]),
    );
    isRight = true;
    await field('Password').fill('right');
    await save.click();
    await expect.poll(visited).toBe('/userinformation');
  });

  test('D99 without a password a log-in at the provider comes before a new e-mail address', async () => {
    const { asked } = await open('edit', {
      answers: {
        setProperty: refuse({ status: 400, errorCode: ERROR_CODES.signInNeeded }),
        startAtProvider: refuse({ status: 503 }),
      },
    });
    await field('E-mail').fill('new@mail.example');
    await save.click();
    const confirm = page.getByRole('button', { name: /^Confirm with/ });
    await confirm.click();
    expect(asked('startAtProvider')).toEqual([
      ['token-1', { purpose: 'prove', returnPath: '/userinformation/edit' }],
    ]);
    await cancel.click();
  });

  test.each([0, 429, 503])('PROFILE-09 A-022 the answer %i is no verdict', async (status) => {
    const { asked } = await open('edit', { answers: { checkIsFree: refuse({ status }) } });
    await field('E-mail').fill('bobby@mail.example');
    await userEvent.tab();
    await expect.poll(() => asked('checkIsFree').length).toBe(1);
    await expect.element(field('E-mail')).toHaveAttribute('aria-invalid', 'false');
    await save.click();
    expect(asked('setProperty')).toHaveLength(1);
  });

  test.each([
    [ERROR_CODES.usernameExists, 'The username is already in use.'],
    [ERROR_CODES.emailExists, 'The e-mail address is already in use.'],
    [ERROR_CODES.sipAddressExists, 'The SIP address is already in use.'],
    [ERROR_CODES.invalidValue, 'Enter a valid e-mail address.'],
  ])(
    'PROFILE-10 PROFILE-11 a value rejected with %i is marked at its field, the others are saved',
    async (errorCode, text) => {
      const { asked, alerts, userApi } = await open('edit', {
        answers: {
          setProperty: async (_token, { key }) =>
            key === 'EMAIL' ? { ok: false, status: 409, errorCode } : { ok: true, value: {} },
        },
      });
      await field('E-mail').fill('bobby@mail.example');
      await field('City').fill('Malmö');
      await save.click();
      await expect.element(field('E-mail')).toHaveAccessibleDescription(text);
      expect(alerts()).toEqual(['edituser.error']);
      expect(asked('setProperty').map(([, property]) => (property as KeyValue).key)).toEqual([
        'EMAIL',
        'CITY',
      ]);
      expect(userApi.calls.at(-1)).toBe('getProperties "token-1"');
      await expect.element(field('E-mail')).toHaveValue('bobby@mail.example');
      await cancel.click();
    },
  );

  test('PROFILE-10 without a network no further request is sent, and the input survives even a call', async () => {
    const { asked, alerts, unsaved, callComes, callEnds } = await open('edit', {
      answers: { setProperty: refuse({ status: 0 }) },
    });
    await field('City').fill('Malmö');
    await field('Postcode').fill('123');
    await save.click();
    await expect.poll(alerts).toContain('edituser.error');
    expect(asked('setProperty')).toHaveLength(1);
    callComes();
    await expect.element(field('City')).not.toBeVisible();
    expect(unsaved.get()).toBe(false);
    callEnds();
    await expect.element(field('City')).toBeVisible();
    await expect.element(field('City')).toHaveValue('Malmö');
    expect(unsaved.get()).toBe(true);
  });

  test('PROFILE-15 a call during saving leaves a form that can be saved again', async () => {
    let answer: (() => void) | undefined;
    const { alerts, userApi, callComes, callEnds } = await open('edit', {
      answers: {
        setProperty: () =>
          new Promise((resolve) => {
            answer = () => resolve({ ok: false, status: 500 });
          }),
      },
    });
    await field('City').fill('Malmö');
    await save.click();
    await expect.poll(() => answer).toBeDefined();
    callComes();
    await expect.element(field('City')).not.toBeVisible();
    answer?.();
    await expect.poll(() => userApi.calls.at(-1)).toBe('getProperties "token-1"');
    await new Promise(requestAnimationFrame);
    callEnds();
    await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
    await expect.element(field('City')).toHaveValue('Malmö');
    expect(alerts()).toEqual([]);
  });
});

describe('the password form', () => {
  const first = field('New password');
  const second = field('Repeat new password');

  test('PROFILE-12 a half-typed password survives a call', async () => {
    const { callComes, callEnds } = await open('changePassword');
    await first.fill('secret1');
    callComes();
    await expect.element(first).not.toBeVisible();
    callEnds();
    await expect.element(first).toBeVisible();
    await expect.element(first).toHaveValue('secret1');
  });

  test('PROFILE-12 PROFILE-13 D8 sets the password, and with it the secret of calls', async () => {
    const { asked, alerts, visited, session } = await open('changePassword', {
      answers: { setProperty: async () => ({ ok: true, value: { sipPassword: 'new-sip' } }) },
    });
    await expect.element(page.getByRole('heading', { name: 'Change password' })).toHaveFocus();
    await first.fill('secret1');
    await second.fill('secret1');
    await save.click();
    await expect.poll(visited).toBe('/userinformation');
    expect(asked('setProperty')).toEqual([
      ['token-1', { key: 'PASSWORD', value: 'secret1' }, { isPosted: false }],
    ]);
    expect(alerts()).toEqual(['edituser.complete']);
    const now = session.state.get();
    expect(now.phase === 'signedIn' && [now.user.password, now.user.sipPassword]).toEqual([
      'secret1',
      'new-sip',
    ]);
  });

  test('PROFILE-12 a late answer does not lead away from the page that was opened meanwhile', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { screen, alerts, visited } = await open('changePassword', {
      answers: {
        async setProperty() {
          await answered;
          return { ok: true, value: {} };
        },
      },
    });
    const before = visited();
    await first.fill('secret1');
    await second.fill('secret1');
    await save.click();
    await screen.unmount();
    answer();
    await expect.poll(alerts).toEqual(['edituser.complete']);
    expect(visited()).toBe(before);
  });

  test('D98 users with a role type the current password too, and read that it is wrong', async () => {
    const { asked, alerts } = await open('changePassword', {
      capabilities: [{ key: CAPABILITY_KEYS.consoleRole, value: 'support' }],
      answers: { setProperty: refuse({ status: 400, errorCode: ERROR_CODES.wrongCredentials }) },
    });
    const current = field('Password');
    await current.fill('wrong');
    await first.fill('secret1');
    await second.fill('secret1');
    await save.click();
    await expect.element(current).toHaveAccessibleDescription(/The password is wrong\./);
    expect(asked('setProperty')).toEqual([
      ['token-1', { key: 'PASSWORD', value: 'secret1', currentPassword: 'wrong' }, { isPosted: true }],
    ]);
    expect(alerts()).toEqual(['edituser.error']);
    await current.fill('right');
    await expect.element(current).not.toHaveAccessibleDescription(/wrong/);
  });

  test('PROFILE-12 BRAND-12 both passwords must be the same, and valid', async () => {
    const { asked, unsaved, visited } = await open('changePassword', {
      registration: { passwordMismatchText: 'Not the same!', disallowUsernameInPassword: true },
    });
    await first.fill('xalicex');
    await second.fill('x');
    expect(unsaved.get()).toBe(true);
    press(save.element());
    await expect.element(first).toHaveAccessibleDescription('The password must not contain the username.');
    await expect.element(second).toHaveAccessibleDescription('Not the same!');
    await cancel.click();
    expect(visited()).toBe('/userinformation');
    expect(asked('setProperty')).toEqual([]);
  });

  test('PROFILE-10 PROFILE-12 a failure is reported, and the input stays', async () => {
    const { alerts } = await open('changePassword', {
      answers: { setProperty: refuse({ status: 400, errorCode: ERROR_CODES.invalidValue }) },
    });
    await first.fill('secret1');
    await second.fill('secret1');
    await save.click();
    await expect.poll(alerts).toEqual(['edituser.error']);
    await expect.element(first).toHaveAccessibleDescription('Use 6 to 20 characters.');
    await expect.element(second).toHaveValue('secret1');
  });

  test('PROFILE-05 ROUTE-26 where the password may not be changed there is no such page', async () => {
    const { visited } = await open('changePassword', {
      capabilities: [{ key: 'WEB_CHANGE_OWN_DATA_VISIBLE_FIELDS', value: 'city' }],
    });
    expect(visited()).toBe('/userinformation');
  });
});

import { FIELD_NAMES, type FieldValues, registrationPayload } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { createAccountsApi } from './accounts-api.ts';
import { createApiRequest } from './api-request.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {} };

function setUp(answer: unknown, status = 200) {
  const asked: { method: string; path: string; query: Record<string, string>; body: unknown }[] = [];
  const request = createApiRequest({
    server: 'https://calls.example',
    log: silent,
    async fetch(address, { method = 'GET', body } = {}) {
      const { pathname, searchParams } = new URL(address as string);
      asked.push({
        method,
        path: pathname.replace('/userApi/user/api/', ''),
        query: Object.fromEntries(searchParams),
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
      });
      return new Response(JSON.stringify(answer), { status });
    },
  });
  return { api: createAccountsApi(request, 'https://calls.example'), asked };
}

const empty = Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as FieldValues;
const ok = { status: 'OK' };
const registration = {
  payload: registrationPayload({ ...empty, username: 'anna.a', mobilenumber: '070' }, 1),
  isPasswordGenerated: true,
  isMailWanted: true,
  language: 'sv',
  captcha: undefined,
};

test('SIGNUP-28 SIGNUP-29 API-12 a registration is posted, with its options in the query', async () => {
  const { api, asked } = setUp({ userId: '7', status: 'NEEDS_APPROVAL' });
  expect(await api.register(registration)).toEqual({
    ok: true,
    value: { userId: '7', status: 'NEEDS_APPROVAL' },
  });
  expect(asked).toEqual([
    {
      method: 'POST',
      path: 'signUp/create',
      query: { generatePassword: 'true', sendRegistrationMail: 'true', lang: 'sv' },
      body: expect.objectContaining({ username: 'anna.a', mobilephone: '070', orgID: '1', email1: '' }),
    },
  ]);
});

test('A-014 the answer of a captcha is sent in the query', async () => {
  const { api, asked } = setUp({ userId: '7', status: 'ACTIVE' });
  await api.register({ ...registration, captcha: 'a+b=' });
  expect(asked[0]?.query).toMatchObject({ captcha: 'a+b=' });
});

test('SIGNUP-05 A-034 loads the settings of an organisation', async () => {
  const settings = [{ key: 'WEB_REQUIRED_FIELDS', value: 'email' }];
  const { api, asked } = setUp({ settings });
  expect(await api.getOrganisationSettings('2')).toEqual({ ok: true, value: settings });
  expect(asked[0]).toMatchObject({ method: 'GET', path: 'user/getOrgSettings', query: { orgid: '2' } });
});

test('SIGNUP-16 PROFILE-09 API-11 checks whether a value is free; the user’s own value is', async () => {
  const { api, asked } = setUp({ valid: true });
  expect(await api.checkIsFree({ key: 'email', value: 'a@b.example' })).toEqual({
    ok: true,
    value: undefined,
  });
  await api.checkIsFree({ key: 'email', value: 'a@b.example' }, 'token');
  expect(asked).toEqual([
    { method: 'POST', path: 'signUp/validateByKey', query: {}, body: { key: 'email', value: 'a@b.example' } },
    expect.objectContaining({ query: { securityToken: 'token' } }),
  ]);
});

test('SIGNUP-22 a value that is taken is a failure with its code', async () => {
  const { api } = setUp({ errorCode: 2001, failureText: 'Username exists' }, 409);
  expect(await api.register(registration)).toEqual({
    ok: false,
    status: 409,
    errorCode: 2001,
    failureText: 'Username exists',
  });
});

test.each([
  [{}, false],
  [{ status: 'ACTIVE' }, false],
  [{ status: 'NEEDS_APPROVAL' }, true],
])(
  'VERIFY-01 API-13 A-021 a link posts its two parts, and returns the account: %j',
  async (more, needsApproval) => {
    const propertySet = [{ key: 'SIP_ADDRESS', value: 'anna@demo.example' }];
    const { api, asked } = setUp({ ...more, user: { properties: { propertySet } } });
    expect(await api.verify('7', 'a/b')).toEqual({
      ok: true,
      value: { properties: propertySet, needsApproval },
    });
    expect(asked[0]).toEqual({
      method: 'POST',
      path: 'signUp/verify/7/a%2Fb',
      query: {},
      body: { userId: '7', verificationKey: 'a/b' },
    });
  },
);

test.each([[{ username: 'anna.a' }], [{ email: 'anna@mail.example' }]])(
  'RESET-05 API-14 a forgotten password is requested by %j',
  async (identifier) => {
    const { api, asked } = setUp(ok);
    await api.requestPasswordReset({ identifier, organisationId: '1', language: 'sv', captcha: undefined });
    expect(asked).toEqual([
      {
        method: 'GET',
        path: 'user/requestResetPassword',
        query: { lang: 'sv', orgid: '1', ...identifier },
        body: undefined,
      },
    ]);
  },
);

test('RESET-13 D22 A-029 a new password is in the body if supported, else in the query', async () => {
  const { api, asked } = setUp(ok);
  const link = { key: 'k', uid: '7', password: 'secret1' };
  await api.setNewPassword(link, { isPosted: true });
  await api.setNewPassword(link, { isPosted: false });
  expect(asked).toEqual([
    { method: 'POST', path: 'user/setNewPassword', query: {}, body: link },
    { method: 'GET', path: 'user/setNewPassword', query: link, body: undefined },
  ]);
});

test('PROFILE-07 PROFILE-12 D22 API-08 a property is in body or query, the token in the query', async () => {
  const { api, asked } = setUp({ ...ok, sipPassword: 'new' });
  const property = { key: 'PASSWORD', value: 'secret1' };
  expect(await api.setProperty('token', property, { isPosted: true })).toMatchObject({
    ok: true,
    value: { sipPassword: 'new' },
  });
  await api.setProperty('token', property, { isPosted: false });
  const query = { securityToken: 'token' };
  expect(asked).toEqual([
    { method: 'POST', path: 'user/setProperty', query, body: property },
    { method: 'GET', path: 'user/setProperty', query: { ...property, ...query }, body: undefined },
  ]);
});

test('A-014 requests a challenge for the captcha', async () => {
  const parameters = { algorithm: 'x', nonce: '00', salt: '00', cost: 1, keyLength: 32, keyPrefix: '00' };
  const { api, asked } = setUp({ parameters });
  expect(await api.newCaptcha()).toEqual({ ok: true, value: { parameters } });
  expect(asked[0]).toMatchObject({ method: 'GET', path: 'captcha/new' });
});

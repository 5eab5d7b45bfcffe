import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsTo } from './testing/requests.ts';
import type { TestApp } from './testing/test-app.ts';
import { createTestApp, openBrand } from './testing/test-app.ts';

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;
let securityToken: string;

beforeEach(async () => {
  bed = await createTestApp({ brand: openBrand });
  api = requestsTo(bed.app);
  securityToken = await api.tokenOf('alice');
});
afterEach(() => bed.close());

const set = (key: string, value: string) => api.get('user/setProperty', { securityToken, key, value });
const read = async (key: string) =>
  (await api.get('user/getProperties', { securityToken }))
    .json<{ propertySet: { key: string; value: string }[] }>()
    .propertySet.find((entry) => entry.key === key)?.value;

test('API-08 PROFILE-13 a property is written, trimmed, read back, and removed when empty', async () => {
  expect((await set('CITY', '  Åby ')).json()).toEqual({ status: 'OK' });
  expect(await read('CITY')).toBe('Åby');
  expect((await set('CITY', '')).statusCode).toBe(200);
  expect(await read('CITY')).toBeUndefined();
});

test.each([
  ['USERNAME', 'mallory'],
  ['SIP_ADDRESS', 'bobby@demo.example'],
  ['ORG_ID', '2'],
  ['EMAIL', ''],
  ['EMAIL', 'nonsense'],
  ['PHONE_NUMBER', 'call me'],
  ['FORENAME', '<b>'],
  ['PASSWORD', 'short'],
  ['PASSWORD', ''],
  ['SHOE_SIZE', '42'],
  ['__proto__', 'x'],
])('PROFILE-06 PROFILE-14 %s = %j is refused by name', async (key, value) => {
  const answer = await set(key, value);
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { errorCode: 2004, failureText: `Invalid value: ${key}` },
  ]);
});

test('PROFILE-09 PROFILE-11 the e-mail address of another account is refused with 2002; the own one is accepted', async () => {
  const taken = await set('EMAIL', 'BOBBY@demo.example');
  expect([taken.statusCode, taken.json().errorCode]).toEqual([409, 2002]);
  expect((await set('EMAIL', 'alice@demo.example')).statusCode).toBe(200);
});

test('PROFILE-12 D8 D40 a new password ends other sessions and phones, after their calls; this session stays and gets the new SIP secret', async () => {
  const other = (await api.logIn('alice')).json();
  const changed = (await set('PASSWORD', 'fresh123')).json();
  expect(changed).toEqual({ status: 'OK', sipPassword: expect.any(String) });
  expect(changed.sipPassword).not.toBe(other.sipPassword);
  expect((await api.get('user/getProperties', { securityToken: other.securityToken })).statusCode).toBe(401);
  expect((await api.get('user/getProperties', { securityToken })).body).not.toMatch(/fresh123|PASSWORD/);
  expect(await bed.repositories.revocations.take()).toEqual([
    { sessionId: expect.any(String) },
    { sessionId: expect.any(String) },
  ]);
  expect((await api.logIn('alice')).json()).toEqual({ errorCode: 1001 });
  const secrets = (await bed.repositories.accounts.listSipAccounts()).filter(
    ({ username }) => username === 'alice',
  );
  expect(secrets.map(({ password }) => password)).toEqual([changed.sipPassword]);
});

test('D22 a POST keeps key, value and token out of the URL', async () => {
  const answer = await api.post('user/setProperty', { securityToken, key: 'PASSWORD', value: 'fresh123' });
  expect(answer.statusCode).toBe(200);
  const { capabilities } = (await api.logIn('alice', 'fresh123')).json();
  expect(capabilities).toContainEqual({ key: 'SYS_POST_SECRETS', value: 'true' });
});

test('PROFILE-05 an organisation decides which fields its users may change', async () => {
  await bed.repositories.organisations.set(1, {
    key: 'WEB_CHANGE_OWN_DATA_VISIBLE_FIELDS',
    value: 'city,email',
  });
  expect((await set('FORENAME', 'Eve')).statusCode).toBe(400);
  expect((await set('PASSWORD', 'fresh123')).statusCode).toBe(400);
  expect((await set('CITY', 'Åby')).statusCode).toBe(200);
  expect((await api.logIn('alice')).json().capabilities).toContainEqual({
    key: 'WEB_CHANGE_OWN_DATA_VISIBLE_FIELDS',
    value: 'city,email',
  });
});

test('BRAND-06 A-003 API-09 an organisation switches features and system settings for its users', async () => {
  const { organisations } = bed.repositories;
  await organisations.set(1, { key: 'FEATURE_MESSAGES', value: 'true' });
  await organisations.set(1, { key: 'GEO_UPDATE_LIMIT', value: '50' });
  expect((await api.logIn('bobby')).json().capabilities).toContainEqual({
    key: 'FEATURE_MESSAGES',
    value: 'true',
  });
  expect((await api.logIn('david')).json().capabilities).not.toContainEqual({
    key: 'FEATURE_MESSAGES',
    value: 'true',
  });
  const settingsOf = async (username: string) =>
    (await api.get('user/getSystemSettingsForUser', { securityToken: await api.tokenOf(username) })).json();
  expect(await settingsOf('bobby')).toContainEqual({ key: 'GEO_UPDATE_LIMIT', value: '50' });
  expect(await settingsOf('carol')).toContainEqual({ key: 'GEO_UPDATE_LIMIT', value: '10' });
});

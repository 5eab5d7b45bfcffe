import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsTo } from '../../testing/requests.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp, DAY_MS, openBrand } from '../../testing/test-app.ts';

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;

async function start(brand: object = openBrand): Promise<void> {
  bed = await createTestApp({ brand });
  api = requestsTo(bed.app);
}
beforeEach(() => start());
afterEach(() => bed.close());

const person = {
  username: 'bo.ek',
  email1: 'bo@mail.example',
  password: 'secret7',
  fname: 'Bo',
  sname: 'Ek',
  address: '',
  postcode: '',
  city: 'Åby',
  sipaddress: '',
  phonenumber: '',
  mobilephone: '070-123 4567',
  textphonenumber: '',
  isdnnumber: '',
  mobile3Gnumber: '',
  faxnumber: '',
  orgID: '1',
};
const create = (more: object = {}, query: Record<string, string> = {}) =>
  api.post('signUp/create', { ...person, ...more }, { generatePassword: 'false', lang: 'en', ...query });
const statusOf = async (username: string) =>
  (await bed.repositories.accounts.findByUsername(username))?.status;
const linkIn = (text = ''): string[] => /verify\/([^/\s]+)\/(\S+)/.exec(text)?.slice(1) ?? [];

test('API-10 SIGNUP-05 BRAND-08 the settings of an organisation are public', async () => {
  const one = (await api.get('user/getOrgSettings', { orgid: '1' })).json();
  expect(one.settings).toContainEqual({ key: 'WEB_EMAIL_VERIFY_NEW_USERS', value: 'false' });
  expect(one.settings.map(({ key }: { key: string }) => key)).toEqual(
    expect.arrayContaining(['WEB_REGISTRATION_FIELDS', 'WEB_REQUIRED_FIELDS', 'WEB_ACTIVATE_IU_BY_ADM']),
  );
  expect(one.settings).toContainEqual({ key: 'SYS_POST_SECRETS', value: 'true' });
  const two = (await api.get('user/getOrgSettings', { orgid: ' 2 ' })).json();
  expect(two.settings).toContainEqual({ key: 'WEB_ACTIVATE_IU_BY_ADM', value: 'true' });
  expect((await api.get('user/getOrgSettings')).json()).toEqual(one);
  expect((await api.get('user/getOrgSettings', { orgid: '77' })).statusCode).toBe(400);
});

test('SIGNUP-19 API-12 SIGNUP-28 an application becomes an account that can log in', async () => {
  const answer = await create();
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ userId: expect.any(String), status: 'ACTIVE' });
  const login = (await api.logIn('bo.ek', 'secret7')).json();
  expect(login.uri).toBe('sip:bo.ek@demo.example');
  expect(login.properties.propertySet).toEqual(
    expect.arrayContaining([
      { key: 'EMAIL', value: 'bo@mail.example' },
      { key: 'CITY', value: 'Åby' },
      { key: 'MOBILE_NUMBER', value: '070-123 4567' },
      { key: 'ORG_ID', value: '1' },
    ]),
  );
  const [mail] = bed.mails;
  expect(mail?.to).toBe('bo@mail.example');
  expect(mail?.text).not.toContain('secret7');
});

test.each([
  [{ username: 'bob' }, 'username'],
  [{ username: '' }, 'username'],
  [{ username: 'anonymous' }, 'username'],
  [{ username: 'anonymous-17' }, 'username'],
  [{ password: 'short' }, 'password'],
  [{ password: 'x'.repeat(21) }, 'password'],
  [{ password: '' }, 'password'],
  [{ email1: 'nonsense' }, 'email1'],
  [{ email1: '' }, 'email1'],
  [{ email1: 'a@b.example\r\nBcc: all@b.example' }, 'email1'],
  [{ phonenumber: 'call me' }, 'phonenumber'],
  [{ fname: '<script>alert(1)</script>' }, 'fname'],
  [{ sipaddress: 'bo@elsewhere.example' }, 'sipaddress'],
  [{ sipaddress: '112' }, 'sipaddress'],
  [{ sipaddress: 'echo' }, 'sipaddress'],
  [{ sipaddress: 'a b@demo.example' }, 'sipaddress'],
  [{ orgID: '77' }, 'orgID'],
  [{ orgID: 'x' }, 'orgID'],
])('A-027 SIGNUP-07 the server checks the rules of the form: %j is refused by name', async (more, field) => {
  const answer = await create(more);
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { errorCode: 2004, failureText: `Invalid value: ${field}` },
  ]);
});

test.each([
  [{ username: 'alice' }, 2001],
  [{ email1: 'ALICE@demo.example' }, 2002],
  [{ sipaddress: 'alice' }, 2003],
])('SIGNUP-22 %j belongs to another account', async (more, errorCode) => {
  const answer = await create(more);
  expect([answer.statusCode, answer.json().errorCode]).toEqual([409, errorCode]);
});

test('SIGNUP-22 A-023 of two at the same time one gets the name', async () => {
  const answers = await Promise.all([
    create({ email1: 'one@mail.example' }),
    create({ email1: 'two@mail.example' }),
  ]);
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409']);
});

test('A-024 a SIP address without a domain gets the one of this server', async () => {
  await create({ sipaddress: 'sip:Bo.E' });
  expect(await bed.repositories.accounts.findByAddress('bo.e@demo.example')).toMatchObject({
    username: 'bo.ek',
  });
});

test('SIGNUP-29 without a password the server makes one and mails it, even when no mail was requested', async () => {
  const answer = await create(
    { password: '' },
    { generatePassword: 'true', sendRegistrationMail: 'false', lang: 'sv-SE' },
  );
  expect(answer.statusCode).toBe(200);
  const password = /Lösenord: (\S+)/.exec(bed.mails[0]?.text ?? '')?.[1] ?? '';
  expect((await api.logIn('bo.ek', password)).statusCode).toBe(200);
});

test('SIGNUP-29 no mail is sent when none is requested and none is needed', async () => {
  await create({}, { sendRegistrationMail: 'false' });
  expect(bed.mails).toEqual([]);
});

test('SIGNUP-33 VERIFY-06 A-021 in organisation 2 the link comes first, then approval, then login', async () => {
  const { userId, status } = (await create({ orgID: '2' })).json();
  expect(status).toBe('NEEDS_VERIFICATION');
  expect((await api.logIn('bo.ek', 'secret7')).json()).toEqual({ errorCode: 1002 });

  const text = bed.mails[0]?.text ?? '';
  expect(text).toContain('https://calls.example/registration/verify/');
  const [uid = '', key = ''] = linkIn(text);
  expect(uid).toBe(userId);
  const verified = await api.post(`signUp/verify/${uid}/${key}`, {});
  expect(verified.json().status).toBe('NEEDS_APPROVAL');
  // A person of a provider with this address may get the account (D99).
  const { verifiedEmail } = (await bed.repositories.accounts.findById(userId)) ?? {};
  expect(verifiedEmail).toBe(bed.mails[0]?.to.toLowerCase());
  expect(verified.json().user.properties.propertySet).toContainEqual({
    key: 'SIP_ADDRESS',
    value: 'bo.ek@demo.example',
  });
  expect((await api.logIn('bo.ek', 'secret7')).json()).toEqual({ errorCode: 1005 });
  expect((await api.post(`signUp/verify/${uid}/${key}`, {})).json()).toEqual(verified.json());
  expect(await statusOf('bo.ek')).toBe('awaitingApproval');

  const account = await bed.repositories.accounts.findByUsername('bo.ek');
  if (account) await bed.context.accountService.changeStatus(account, 'active');
  expect((await api.logIn('bo.ek', 'secret7')).statusCode).toBe(200);
});

test('A-033 a second click succeeds at any time; a first click after a week is too late', async () => {
  await create({ orgID: '2' });
  await create({ orgID: '2', username: 'other.one', email1: 'other@mail.example' });
  const [first, second] = bed.mails.map(({ text }) => linkIn(text).join('/'));
  expect((await api.post(`signUp/verify/${first}`, {})).statusCode).toBe(200);
  bed.pass(7 * DAY_MS);
  expect((await api.post(`signUp/verify/${first}`, {})).statusCode).toBe(200);
  const late = await api.post(`signUp/verify/${second}`, {});
  expect([late.statusCode, late.json().errorCode]).toEqual([410, 4001]);
  expect(await statusOf('other.one')).toBe('unverified');
});

test('VERIFY-05 A-033 a user with an expired link may sign up again, and no name stays taken by an unverified account', async () => {
  await create({ orgID: '2' });
  const [old] = bed.mails.map(({ text }) => linkIn(text).join('/'));
  const isFree = async (key: string, value: string) =>
    (await api.post('signUp/validateByKey', { key, value })).statusCode === 200;
  const names = [
    ['username', 'bo.ek'],
    ['email', 'bo@mail.example'],
    ['sipaddress', 'bo.ek'],
  ] as const;
  bed.pass(7 * DAY_MS - 1000);
  expect((await create({ orgID: '2' })).json().errorCode).toBe(2001);
  for (const [key, value] of names) expect(await isFree(key, value)).toBe(false);

  bed.pass(1000);
  expect((await api.post(`signUp/verify/${old}`, {})).statusCode).toBe(410);
  for (const [key, value] of names) expect(await isFree(key, value)).toBe(true);
  // A registration that is refused for another reason removes no abandoned account.
  expect((await create({ orgID: '2', email1: 'alice@demo.example' })).json().errorCode).toBe(2002);
  expect((await api.post(`signUp/verify/${old}`, {})).statusCode).toBe(410);

  expect((await create({ orgID: '2' })).statusCode).toBe(200);
  expect((await api.post(`signUp/verify/${old}`, {})).statusCode).toBe(404);
  const again = linkIn(bed.mails.at(-1)?.text).join('/');
  expect((await api.post(`signUp/verify/${again}`, {})).statusCode).toBe(200);
  bed.pass(7 * DAY_MS);
  expect((await create({ orgID: '2' })).json().errorCode).toBe(2001);
});

test('VERIFY-04 API-13 a made-up link, and a key with the id of another account, get 404', async () => {
  await create({ orgID: '2' });
  const [, key = ''] = linkIn(bed.mails[0]?.text);
  const alice = await bed.repositories.accounts.findByUsername('alice');
  for (const path of ['a/b', `${alice?.id}/${key}`, `${alice?.id}/%00`]) {
    const answer = await api.post(`signUp/verify/${path}`, {});
    expect([answer.statusCode, answer.json().errorCode]).toEqual([404, 4002]);
  }
});

test('the key of a link is stored as a hash only, and a reset key verifies nothing', async () => {
  await create({ orgID: '2' });
  const [uid = '', key = ''] = linkIn(bed.mails[0]?.text);
  expect(await bed.repositories.oneTimeKeys.find(key)).toBeUndefined();
  await api.get('user/requestResetPassword', { username: 'bo.ek' });
  const resetKey = /[?&]key=([^&\s]+)/.exec(bed.mails[1]?.text ?? '')?.[1] ?? '';
  expect((await api.post(`signUp/verify/${uid}/${resetKey}`, {})).statusCode).toBe(404);
  expect((await api.get('user/setNewPassword', { key, uid, password: 'another1' })).statusCode).toBe(404);
});

test.each([
  ['username', 'alice', 409, 2001],
  ['username', ' Alice', 409, 2001],
  ['username', 'anonymous', 409, 2001],
  ['username', 'nobody.yet', 200, undefined],
  ['email', 'alice@demo.example', 409, 2002],
  ['email', 'nobody@demo.example', 200, undefined],
  ['sipaddress', 'sip:alice@demo.example', 409, 2003],
  ['sipaddress', '112', 409, 2003],
  ['sipaddress', 'nobody', 200, undefined],
])('API-11 SIGNUP-16 SIGNUP-17 A-022 %s %s is answered %i', async (key, value, status, errorCode) => {
  const answer = await api.post('signUp/validateByKey', { key, value });
  expect([answer.statusCode, answer.json().errorCode]).toEqual([status, errorCode]);
});

test('PROFILE-09 A-022 with a token the value of the own account counts as free', async () => {
  const securityToken = await api.tokenOf('alice');
  const ask = (value: string) => api.post('signUp/validateByKey', { key: 'email', value }, { securityToken });
  expect((await ask('alice@demo.example')).json()).toEqual({ valid: true });
  expect((await ask('bobby@demo.example')).statusCode).toBe(409);
});

test('D43 PROFILE-09 where registration is off, only users with a session learn whether a name is taken', async () => {
  await bed.close();
  await start({ registration: { enabled: false } });
  const ask = (query: Record<string, string>) =>
    api.post('signUp/validateByKey', { key: 'email', value: 'bobby@demo.example' }, query);
  expect((await ask({})).statusCode).toBe(404);
  expect((await ask({ securityToken: 'x' })).statusCode).toBe(401);
  expect((await ask({ securityToken: await api.tokenOf('alice') })).statusCode).toBe(409);
  expect((await create()).json()).toMatchObject({ errorCode: 3002 });
});

test('SIGNUP-27 without a list of organisations a stranger may join the default organisation of the brand only', async () => {
  await bed.close();
  await start({ registration: { enabled: true, defaultOrganisation: 2 } });
  for (const orgID of ['1', '3', '-2', '2.5']) {
    expect((await create({ orgID })).json()).toEqual({
      errorCode: 2004,
      failureText: 'Invalid value: orgID',
    });
    expect((await api.get('user/getOrgSettings', { orgid: orgID })).statusCode).toBe(400);
  }
  expect((await create({ orgID: '' })).statusCode).toBe(200);
  expect(await bed.repositories.accounts.findByUsername('bo.ek')).toMatchObject({ organisationId: 2 });
});

test('SIGNUP-21 registration that is off is refused with 3002', async () => {
  await bed.close();
  await start({});
  expect((await create()).json()).toMatchObject({ errorCode: 3002 });
});

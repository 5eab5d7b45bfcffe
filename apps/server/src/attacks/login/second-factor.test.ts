import { ERROR_CODES, loginStepIn } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsTo } from '../../http/testing/requests.ts';
import type { TestApp } from '../../http/testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../../http/testing/test-app.ts';
import { codeOf, createTestAuthenticator } from '../../http/testing/test-authenticator.ts';
import type { Visitor } from '../../http/testing/visitor.ts';
import { signIn } from '../../http/testing/visitor.ts';

const PASSWORD = 'demo1234';
const ORIGIN = 'https://calls.example';
const RP_ID = 'calls.example';

let bed: TestApp;
let alice: Visitor;
let phone: ReturnType<typeof createTestAuthenticator>;
/** Happens after a log-in was found right, and before its session is there. */
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  meanwhile = async () => undefined;
  bed = await createTestApp({
    brand: { ...openBrand, features: { secondFactor: true } },
    // The path of the address is no part of origin and RP ID.
    publicUrl: `${ORIGIN}/call`,
    around: (repositories) => ({
      ...repositories,
      sessions: {
        ...repositories.sessions,
        async add(...session) {
          await meanwhile();
          return repositories.sessions.add(...session);
        },
      },
    }),
  });
  alice = await signIn(bed, 'alice');
  phone = createTestAuthenticator(ORIGIN, RP_ID);
});
afterEach(() => bed.close());

/** The options for a new passkey of a user without a second factor. */
const newOptions = async (visitor: Visitor) =>
  (await visitor.post('user/secondFactor/passkeys/options', { password: PASSWORD })).json().options;
const add = (visitor: Visitor, passkey: object, name = 'Phone') =>
  visitor.post('user/secondFactor/passkeys', { name, passkey });
async function addPhone(visitor = alice, authenticator = phone): Promise<void> {
  expect((await add(visitor, authenticator.make(await newOptions(visitor)))).statusCode).toBe(200);
}
async function ticketOf(username = 'alice'): Promise<string> {
  const answer = await requestsTo(bed.app).logIn(username);
  return loginStepIn(answer.json().failureText)?.ticket ?? expect.fail();
}
const challengeOf = async (ticket: string) =>
  (await requestsTo(bed.app).post('user/secondFactor/challenge', { ticket })).json().options;
const pass = (ticket: string, step: object) =>
  requestsTo(bed.app).post('user/login', { ticket, force: true, willUseSipRegistration: true, ...step });
const WRONG = { errorCode: ERROR_CODES.secondFactorWrong };

test('D100 a passkey is made for the address of the settings, and passes the second step once', async () => {
  const options = await newOptions(alice);
  expect(options).toMatchObject({ rp: { id: RP_ID, name: 'Samtal' }, user: { name: 'alice' } });
  const made = await add(alice, phone.make(options));
  expect(made.json().recoveryCodes).toHaveLength(10);
  const ticket = await ticketOf();
  const challenge = await challengeOf(ticket);
  expect(challenge).toMatchObject({ rpId: RP_ID, allowCredentials: [{ id: phone.id }] });
  const passkey = phone.sign(challenge);
  expect((await pass(ticket, { passkey })).statusCode).toBe(200);
  // The same answer again, to the same and to another log-in.
  expect((await pass(ticket, { passkey })).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
  const other = await ticketOf();
  await challengeOf(other);
  expect((await pass(other, { passkey })).json()).toMatchObject(WRONG);
});

test.each([
  ['the page of another site', { origin: 'https://calls.example.evil.example' }],
  ['another port', { origin: `${ORIGIN}:8443` }],
  ['http', { origin: 'http://calls.example' }],
  ['another RP ID', { rpId: 'evil.example' }],
  ['the parent domain', { rpId: 'example' }],
  ['another challenge', { challenge: 'AAAA' }],
  ['an answer to the making of a passkey', { type: 'webauthn.create' }],
  ['a counter that stands still', { count: 0 }],
  ['an unknown passkey', { credentialId: 'AAAA' }],
  ['no touch', { isAbsent: true }],
])('D100 an answer with %s does not pass', async (_name, lie) => {
  await addPhone();
  // The counter of the passkey is above 0 then.
  const first = await ticketOf();
  expect((await pass(first, { passkey: phone.sign(await challengeOf(first)) })).statusCode).toBe(200);
  const ticket = await ticketOf();
  const passkey = phone.sign(await challengeOf(ticket), lie);
  expect((await pass(ticket, { passkey })).json()).toMatchObject(WRONG);
  const honest = phone.sign(await challengeOf(ticket), { count: 50 });
  expect((await pass(ticket, { passkey: honest })).statusCode).toBe(200);
});

test('D100 a forged signature and changed data do not pass', async () => {
  await addPhone();
  const ticket = await ticketOf();
  for (const field of ['signature', 'authenticatorData', 'clientDataJSON'] as const) {
    const passkey = phone.sign(await challengeOf(ticket));
    const bytes = Buffer.from(passkey.response[field], 'base64url');
    bytes[bytes.length - 2] = (bytes.at(-2) ?? 0) ^ 1;
    const forged = { ...passkey, response: { ...passkey.response, [field]: bytes.toString('base64url') } };
    expect((await pass(ticket, { passkey: forged })).json()).toMatchObject(WRONG);
  }
  // Another key that claims to be the passkey.
  const forger = createTestAuthenticator(ORIGIN, RP_ID);
  const passkey = forger.sign(await challengeOf(ticket), { credentialId: phone.id });
  expect((await pass(ticket, { passkey })).json()).toMatchObject(WRONG);
});

test('D100 the passkey of another user does not pass, nor the challenge of another log-in', async () => {
  const david = await signIn(bed, 'david');
  const his = createTestAuthenticator(ORIGIN, RP_ID);
  await addPhone();
  await addPhone(david, his);
  const ticket = await ticketOf();
  expect((await pass(ticket, { passkey: his.sign(await challengeOf(ticket)) })).json()).toMatchObject(WRONG);
  const other = await ticketOf('david');
  const foreign = await challengeOf(other);
  await challengeOf(ticket);
  expect((await pass(ticket, { passkey: phone.sign(foreign) })).json()).toMatchObject(WRONG);
  // A passkey that one account has cannot be added to another.
  const options = await newOptions(await signIn(bed, 'bobby'));
  const bobby = await signIn(bed, 'bobby');
  await newOptions(bobby);
  expect((await add(bobby, his.make(options))).json()).toEqual(WRONG);
  expect((await add(bobby, his.make(await newOptions(bobby)))).json()).toEqual(WRONG);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another RP ID', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'AAAA' }],
  ['an answer to a log-in', { type: 'webauthn.get' }],
  ['no touch', { isAbsent: true }],
])('D100 a new passkey with %s is not added', async (_name, lie) => {
  expect((await add(alice, phone.make(await newOptions(alice), lie))).json()).toEqual(WRONG);
  expect((await alice.get('user/secondFactor')).json()).toMatchObject({ isOn: false, passkeys: [] });
  expect((await add(alice, phone.make({ challenge: 'AAAA' }))).json()).toEqual(WRONG);
});

test('D100 a challenge ends after ten minutes', async () => {
  await addPhone();
  const ticket = await ticketOf();
  const options = await challengeOf(ticket);
  bed.pass(9 * 60_000);
  const late = await ticketOf();
  await challengeOf(late);
  bed.pass(2 * 60_000);
  expect((await pass(ticket, { passkey: phone.sign(options) })).json().errorCode).toBe(
    ERROR_CODES.signInExpired,
  );
});

test('D100 a flood of guesses from many addresses stops after five, and one address after thirty codes', async () => {
  const begun = (await alice.post('user/secondFactor/app', { password: PASSWORD })).json();
  const code = codeOf(begun.secret, bed.context.now());
  const added = await alice.post('user/secondFactor/app/confirmation', { code });
  const ticket = await ticketOf();
  const guess = (address: string, step: object) =>
    bed.app.inject({
      method: 'POST',
      url: `${BASE}user/login`,
      headers: { 'x-forwarded-for': address },
      payload: { ticket, force: true, willUseSipRegistration: true, ...step },
    });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => guess(`192.0.2.${index + 1}`, { code: '000000' })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(195);
  const [mine] = added.json().recoveryCodes;
  expect((await guess('203.0.113.9', { code: mine })).statusCode).toBe(200);
  const account = (await bed.repositories.accounts.findByUsername('bobby')) ?? expect.fail();
  const checks = [];
  for (let index = 0; index < 40; index += 1)
    checks.push(
      await bed.context.secondFactors.check(
        { ...account, id: `account ${index % 20}` },
        { code: '000000' },
        { key: 'x', address: '198.51.100.7' },
      ),
    );
  const why = checks.map((check) => (check.isPassed ? 'passed' : check.why));
  expect(why).toEqual([...Array(30).fill('wrong'), ...Array(10).fill('tooMany')]);
});

test('D100 wrong recovery codes of one user do not lock out the others at the same address', async () => {
  const begun = (await alice.post('user/secondFactor/app', { password: PASSWORD })).json();
  const added = await alice.post('user/secondFactor/app/confirmation', {
    code: codeOf(begun.secret, bed.context.now()),
  });
  const ticket = await ticketOf();
  const address = '198.51.100.7';
  const use = (code: string) =>
    bed.app.inject({
      method: 'POST',
      url: `${BASE}user/login`,
      headers: { 'x-forwarded-for': address },
      payload: { ticket, force: true, willUseSipRegistration: true, code },
    });
  const bobby = (await bed.repositories.accounts.findByUsername('bobby')) ?? expect.fail();
  for (let index = 0; index < 40; index += 1)
    await bed.context.secondFactors.check(bobby, { code: 'AAAA-AAAA-AAAA' }, { key: 'x', address });
  expect((await use(added.json().recoveryCodes[0])).statusCode).toBe(200);
});

test('D100 what was begun before the first factor adds no second one: it was begun without the second step', async () => {
  const beginApp = async () =>
    (await alice.post('user/secondFactor/app', { password: PASSWORD })).json().secret;
  const confirm = (secret: string) =>
    alice.post('user/secondFactor/app/confirmation', { code: codeOf(secret, bed.context.now()) });
  const thief = await beginApp();
  await addPhone();
  expect((await confirm(thief)).json()).toEqual(WRONG);
  expect((await alice.get('user/secondFactor')).json()).not.toHaveProperty('appAddedAt');
  // And the other way round.
  const id = (await bed.repositories.accounts.findByUsername('alice'))?.id ?? expect.fail();
  await bed.repositories.secondFactors.remove(id, 'all');
  const [mine, options] = [await beginApp(), await newOptions(alice)];
  expect((await confirm(mine)).json().recoveryCodes).toHaveLength(10);
  const forged = createTestAuthenticator(ORIGIN, RP_ID).make(options);
  expect((await add(alice, forged)).json()).toEqual(WRONG);
  expect((await alice.get('user/secondFactor')).json().passkeys).toEqual([]);
});

test('D100 the first factor ends the other sessions of the account: one of them may be stolen', async () => {
  const stolen = await signIn(bed, 'alice');
  const david = await signIn(bed, 'david');
  const begun = (await stolen.post('user/secondFactor/app', { password: PASSWORD })).json();
  await addPhone();
  const code = codeOf(begun.secret, bed.context.now());
  expect((await stolen.post('user/secondFactor/app/confirmation', { code })).statusCode).toBe(401);
  expect((await stolen.get('user/getProperties')).statusCode).toBe(401);
  expect((await alice.get('user/getProperties')).statusCode).toBe(200);
  expect((await david.get('user/getProperties')).statusCode).toBe(200);
  // A further factor needs the second step, and ends no session.
  const ticket = await ticketOf();
  const { securityToken } = (await pass(ticket, { passkey: phone.sign(await challengeOf(ticket)) })).json();
  const options = await alice.post('user/secondFactor/challenge', {});
  const proof = { password: PASSWORD, passkey: phone.sign(options.json().options) };
  const second = (await alice.post('user/secondFactor/passkeys/options', proof)).json().options;
  expect((await add(alice, createTestAuthenticator(ORIGIN, RP_ID).make(second))).statusCode).toBe(200);
  const answer = await requestsTo(bed.app).get('user/getProperties', { securityToken });
  expect(answer.statusCode).toBe(200);
});

test('D100 a log-in by the password alone does not slip in while the first factor is added', async () => {
  meanwhile = async () => addPhone();
  const answer = await requestsTo(bed.app).logIn('alice');
  expect(answer.json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
  const { id = '' } = (await bed.repositories.accounts.findByUsername('alice')) ?? {};
  expect(await bed.repositories.ownData.sessions(id)).toHaveLength(1);
});

test.each([
  ['the first step', false],
  ['both steps, when the user is asked whether to keep the account', true],
])('D98 D100 a log-out everywhere ends a log-in that has passed %s', async (_name, isPassed) => {
  const { accounts, deletions } = bed.repositories;
  await addPhone();
  const account = (await accounts.findByUsername('alice')) ?? expect.fail();
  const ticket = await ticketOf();
  const passkey = phone.sign(await challengeOf(ticket));
  if (isPassed) {
    await deletions.ask({
      accountId: account.id,
      askedAt: bed.context.now(),
      dueAt: bed.context.now() + 1e9,
    });
    expect((await pass(ticket, { passkey })).json()).toMatchObject({
      errorCode: ERROR_CODES.deletionPending,
    });
  }
  await bed.context.accountService.endSessions(account);
  const step = isPassed ? { keepAccount: true } : { passkey };
  expect((await pass(ticket, step)).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
  // The next log-in is one like any other.
  const next = await ticketOf();
  const again = phone.sign(await challengeOf(next));
  expect((await pass(next, { passkey: again, keepAccount: true })).statusCode).toBe(200);
});

test('D98 D100 a log-in whose second step is under way at a log-out everywhere begins no session', async () => {
  await addPhone();
  const account = (await bed.repositories.accounts.findByUsername('alice')) ?? expect.fail();
  const ticket = await ticketOf();
  const passkey = phone.sign(await challengeOf(ticket));
  meanwhile = () => bed.context.accountService.endSessions(account);
  expect((await pass(ticket, { passkey })).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
  expect(await bed.repositories.ownData.sessions(account.id)).toEqual([]);
});

test('D100 codes for an app that is being added are limited: who has a stolen session cannot guess one', async () => {
  const { secret } = (await alice.post('user/secondFactor/app', { password: PASSWORD })).json();
  const confirm = (code: string) => alice.post('user/secondFactor/app/confirmation', { code });
  const guesses = await Promise.all(Array.from({ length: 20 }, () => confirm('000000')));
  expect(guesses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
  const late = await confirm(codeOf(secret, bed.context.now()));
  expect([late.statusCode, late.json()]).toEqual([429, WRONG]);
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(500);
  bed.pass(10 * 60_000);
  await addPhone();
});

test('D100 where the address is an IP address there are no passkeys', async () => {
  await bed.close();
  for (const publicUrl of ['http://127.0.0.1:8080', 'https://[2001:db8::1]', 'http://calls.example']) {
    bed = await createTestApp({ brand: { ...openBrand, features: { secondFactor: true } }, publicUrl });
    alice = await signIn(bed, 'alice');
    expect((await alice.get('user/secondFactor')).json().hasPasskeys).toBe(false);
    const asked = await alice.post('user/secondFactor/passkeys/options', { password: PASSWORD });
    expect(asked.statusCode).toBe(404);
    if (!publicUrl.includes('calls')) await bed.close();
  }
});

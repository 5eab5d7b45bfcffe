import { ERROR_CODES, loginStepIn, RECOVERY_CODES } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsTo } from '../../testing/requests.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp, DAY_MS, openBrand } from '../../testing/test-app.ts';
import { codeOf } from '../../testing/test-authenticator.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

const PASSWORD = 'demo1234';
const STEP_MS = 30_000;
const brand = { ...openBrand, features: { secondFactor: true, ownData: true } };

let bed: TestApp;
let alice: Visitor;
/** The secret in the app of alice. */
let secret: string;
let recoveryCodes: readonly string[];

const idOf = async (username: string) =>
  (await bed.repositories.accounts.findByUsername(username))?.id ?? expect.fail(username);
const now = (skew = 0) => codeOf(secret, bed.context.now(), skew);
/** A code that was not used yet. */
function nextCode(): string {
  bed.pass(STEP_MS);
  return now();
}
const events = () => bed.events.map(({ event, detail }) => `${event} ${detail ?? ''}`.trim());
const subjects = () => bed.mails.map(({ text }) => text.split('\n\n')[1]);

async function start(more: Parameters<typeof createTestApp>[0] = {}): Promise<void> {
  bed = await createTestApp({ brand, ...more });
  alice = await signIn(bed, 'alice');
  await bed.repositories.accounts.setProperty(await idOf('alice'), {
    key: 'EMAIL',
    value: 'alice@mail.example',
  });
}
beforeEach(() => start());
afterEach(() => bed.close());

/** Adds an app to the account of alice. */
async function addApp(visitor: Visitor = alice): Promise<void> {
  const begun = await visitor.post('user/secondFactor/app', { password: PASSWORD });
  ({ secret } = begun.json());
  const confirmed = await visitor.post('user/secondFactor/app/confirmation', { code: now() });
  expect(confirmed.statusCode).toBe(200);
  ({ recoveryCodes } = confirmed.json());
}
const logIn = (username = 'alice', password = PASSWORD, more: object = {}) =>
  requestsTo(bed.app).post('user/login', {
    username,
    password,
    force: true,
    willUseSipRegistration: true,
    ...more,
  });
/** The ticket of a log-in whose password was right. */
async function ticketOf(): Promise<string> {
  const answer = await logIn();
  expect([answer.statusCode, answer.json().errorCode]).toEqual([400, ERROR_CODES.secondFactorNeeded]);
  return loginStepIn(answer.json().failureText)?.ticket ?? expect.fail();
}
const pass = (ticket: string, step: object) =>
  requestsTo(bed.app).post('user/login', { ticket, force: true, willUseSipRegistration: true, ...step });
const state = async (visitor: Visitor = alice) => (await visitor.get('user/secondFactor')).json();

test('D100 an app counts when a code confirms it; from then on the log-in asks for a second step', async () => {
  expect(await state()).toEqual({
    isOffered: true,
    isOn: false,
    hasPasskeys: true,
    recoveryCodes: 0,
    passkeys: [],
  });
  const begun = await alice.post('user/secondFactor/app', { password: PASSWORD });
  expect(begun.json()).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    address: `otpauth://totp/Samtal:alice?secret=${begun.json().secret}&issuer=Samtal&algorithm=SHA1&digits=6&period=30`,
  });
  expect((await logIn()).statusCode).toBe(200);
  ({ secret } = begun.json());
  const wrong = await alice.post('user/secondFactor/app/confirmation', { code: now(5) });
  expect(wrong.json()).toEqual({ errorCode: ERROR_CODES.secondFactorWrong });
  const confirmed = await alice.post('user/secondFactor/app/confirmation', { code: now() });
  expect(confirmed.json().recoveryCodes).toHaveLength(RECOVERY_CODES);
  expect(new Set(confirmed.json().recoveryCodes).size).toBe(RECOVERY_CODES);
  expect(await state()).toMatchObject({ isOn: true, recoveryCodes: RECOVERY_CODES });
  const again = await alice.post('user/secondFactor/app/confirmation', { code: now(1) });
  expect(again.statusCode).toBe(400);
  const refused = await logIn();
  expect(loginStepIn(refused.json().failureText)?.factors).toEqual(['app', 'recovery']);
  const entered = await pass(await ticketOf(), { code: nextCode() });
  expect(entered.statusCode).toBe(200);
  expect(entered.json()).toMatchObject({ securityToken: expect.any(String), uri: 'sip:alice@demo.example' });
  expect(events()).toEqual(
    expect.arrayContaining(['second_factor_added app', 'second_factor_asked', 'logged_in']),
  );
  expect(subjects()[0]).toContain('An authenticator app was added');
});

test('D100 a code is good once, for its log-in and for every other', async () => {
  await addApp();
  // The code of the confirmation is used up.
  const first = await ticketOf();
  expect((await pass(first, { code: now() })).json().errorCode).toBe(ERROR_CODES.secondFactorWrong);
  const code = nextCode();
  expect((await pass(first, { code })).statusCode).toBe(200);
  expect((await pass(first, { code })).json().errorCode).toBe(ERROR_CODES.signInExpired);
  expect((await pass(await ticketOf(), { code })).json().errorCode).toBe(ERROR_CODES.secondFactorWrong);
  // A code of an earlier step, which was not used, is refused after a later one.
  const codes = [nextCode(), nextCode()];
  expect((await pass(await ticketOf(), { code: codes[1] })).statusCode).toBe(200);
  expect((await pass(await ticketOf(), { code: codes[0] })).statusCode).toBe(400);
});

test('D100 of two log-ins at the same moment with one code one begins', async () => {
  await addApp();
  const tickets = [await ticketOf(), await ticketOf()];
  const code = nextCode();
  const answers = await Promise.all(tickets.map((ticket) => pass(ticket, { code })));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('D100 codes are taken one step early or late, and with spaces', async () => {
  await addApp();
  bed.pass(10 * STEP_MS);
  for (const [skew, status] of [
    [-2, 400],
    [-1, 200],
    [2, 400],
    [1, 200],
  ] as const)
    expect([skew, (await pass(await ticketOf(), { code: now(skew) })).statusCode]).toEqual([skew, status]);
  bed.pass(2 * STEP_MS);
  const spaced = nextCode().replace(/^.{3}/, '$& ');
  expect((await pass(await ticketOf(), { code: spaced })).statusCode).toBe(200);
});

test('D100 a recovery code is good once, however it is typed, and its use is mailed', async () => {
  await addApp();
  const [one = '', two = ''] = recoveryCodes;
  expect(one).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
  expect((await pass(await ticketOf(), { code: one })).statusCode).toBe(200);
  expect((await pass(await ticketOf(), { code: one })).statusCode).toBe(400);
  const typed = two.toLowerCase().replaceAll('-', ' ').replaceAll('o', '0');
  expect((await pass(await ticketOf(), { code: typed })).statusCode).toBe(200);
  expect(await state()).toMatchObject({ recoveryCodes: RECOVERY_CODES - 2 });
  expect(subjects().filter((line) => line?.includes('A recovery code was used'))).toHaveLength(2);
  const [, , three = ''] = recoveryCodes;
  const stored = JSON.stringify(await bed.repositories.secondFactors.findApp(await idOf('alice')));
  expect(stored).not.toContain(secret);
  expect(bed.logged()).not.toContain(three);
});

test('D100 without the right password nothing tells whether an account has a second factor', async () => {
  await addApp();
  const wrong = await logIn('alice', 'guess');
  expect(wrong.json()).toEqual((await logIn('bobby', 'guess')).json());
  expect((await pass('made-up', { code: now() })).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
});

test('D100 a ticket ends after ten minutes, and with a new password', async () => {
  await addApp();
  const old = await ticketOf();
  bed.pass(10 * 60_000);
  expect((await pass(old, { code: now() })).json().errorCode).toBe(ERROR_CODES.signInExpired);
  const ticket = await ticketOf();
  const account = (await bed.repositories.accounts.findByUsername('alice')) ?? expect.fail();
  await bed.context.accountService.changePassword(account, 'Another1pass');
  expect((await pass(ticket, { code: nextCode() })).json().errorCode).toBe(ERROR_CODES.signInExpired);
});

test('D100 after five wrong codes the account waits, whatever the ticket, but not for a recovery code', async () => {
  await addApp();
  const wrong = { code: '000000' };
  for (let count = 0; count < 5; count += 1)
    expect((await pass(await ticketOf(), wrong)).json().errorCode).toBe(ERROR_CODES.secondFactorWrong);
  const ticket = await ticketOf();
  const blocked = await pass(ticket, { code: nextCode() });
  expect([blocked.statusCode, blocked.json().errorCode]).toEqual([429, ERROR_CODES.secondFactorWrong]);
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(500);
  expect(subjects().at(-1)).toContain('wrong codes were typed several times');
  expect((await pass(ticket, { code: recoveryCodes[0] })).statusCode).toBe(200);
  bed.pass(10 * 60_000);
  expect((await pass(await ticketOf(), { code: now() })).statusCode).toBe(200);
});

test('D100 after thirty wrong codes the account waits for the rest of the day, but not for a recovery code', async () => {
  await addApp();
  for (let count = 0; count < 30; count += 1) {
    if (count % 5 === 0) bed.pass(10 * 60_000);
    expect((await pass(await ticketOf(), { code: '000000' })).statusCode).toBe(400);
  }
  bed.pass(10 * 60_000);
  const ticket = await ticketOf();
  const blocked = await pass(ticket, { code: now() });
  expect(blocked.statusCode).toBe(429);
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(22 * 3600);
  expect((await pass(ticket, { code: recoveryCodes[0] })).statusCode).toBe(200);
  bed.pass(DAY_MS);
  expect((await pass(await ticketOf(), { code: now() })).statusCode).toBe(200);
});

test('D100 an empty second step is no attempt', async () => {
  await addApp();
  const ticket = await ticketOf();
  for (let count = 0; count < 12; count += 1)
    expect((await pass(ticket, {})).json().errorCode).toBe(ERROR_CODES.secondFactorNeeded);
  expect((await pass(ticket, { code: nextCode() })).statusCode).toBe(200);
});

test('D100 once it is on, every change of it needs password and second step', async () => {
  await addApp();
  for (const [path, body] of [
    ['app', {}],
    ['recoveryCodes', {}],
    ['passkeys/options', {}],
    ['removal', { factor: 'all' }],
  ] as const) {
    const change = (more: object) => alice.post(`user/secondFactor/${path}`, { ...body, ...more });
    expect((await change({ code: nextCode() })).json().errorCode).toBe(ERROR_CODES.wrongCredentials);
    expect((await change({ password: 'guess', code: now() })).json().errorCode).toBe(
      ERROR_CODES.wrongCredentials,
    );
    expect((await change({ password: PASSWORD })).json()).toEqual({
      errorCode: ERROR_CODES.secondFactorNeeded,
    });
    expect((await change({ password: PASSWORD, code: '000000' })).json().errorCode).toBe(
      ERROR_CODES.secondFactorWrong,
    );
    expect([path, (await change({ password: PASSWORD, code: now() })).statusCode]).toEqual([path, 200]);
  }
  expect(await state()).toMatchObject({ isOn: false, recoveryCodes: 0 });
  expect((await logIn()).statusCode).toBe(200);
  expect(events()).toEqual(expect.arrayContaining(['recovery_codes_made', 'second_factor_removed all']));
  expect(subjects().at(-1)).toContain('was turned off');
});

test('D100 new recovery codes end the earlier ones; another app ends the first', async () => {
  await addApp();
  const [old = ''] = recoveryCodes;
  const made = await alice.post('user/secondFactor/recoveryCodes', { password: PASSWORD, code: nextCode() });
  const [fresh = ''] = made.json().recoveryCodes;
  expect((await pass(await ticketOf(), { code: old })).statusCode).toBe(400);
  expect((await pass(await ticketOf(), { code: fresh })).statusCode).toBe(200);
  const begun = await alice.post('user/secondFactor/app', { password: PASSWORD, code: nextCode() });
  const former = secret;
  ({ secret } = begun.json());
  const confirmed = await alice.post('user/secondFactor/app/confirmation', { code: nextCode() });
  expect(confirmed.json()).toEqual({ recoveryCodes: [] });
  bed.pass(STEP_MS);
  const code = codeOf(former, bed.context.now());
  expect((await pass(await ticketOf(), { code })).statusCode).toBe(400);
  expect((await pass(await ticketOf(), { code: now() })).statusCode).toBe(200);
});

test('D100 D96 an account that is to be deleted is kept after the second step, with one code', async () => {
  await addApp();
  await alice.post('user/deletion', { password: PASSWORD });
  const asked = await logIn('alice', PASSWORD, { keepAccount: true });
  expect(asked.json().errorCode).toBe(ERROR_CODES.secondFactorNeeded);
  const ticket = await ticketOf();
  expect((await pass(ticket, { keepAccount: true })).json().errorCode).toBe(ERROR_CODES.secondFactorNeeded);
  const pending = await pass(ticket, { code: nextCode() });
  expect(pending.json().errorCode).toBe(ERROR_CODES.deletionPending);
  expect((await pass(ticket, { keepAccount: true })).statusCode).toBe(200);
});

test('D100 KIOSK-13 a one-click link does not log in a user whose account has a second factor', async () => {
  await addApp();
  const token = await bed.context.kioskTokens.mint({ to: 'echo@demo.example', username: 'alice' }, DAY_MS);
  const answer = await requestsTo(bed.app).enter(token);
  expect(answer.json()).toEqual({ errorCode: ERROR_CODES.secondFactorNeeded });
});

test('D100 D48 a SIP phone keeps its secret: the second step is for the account, not for its phones', async () => {
  await bed.repositories.devices.add(await idOf('alice'), { name: 'desk', sipSecret: 'machine-made' }, 5);
  await addApp();
  expect(await bed.repositories.devices.list(await idOf('alice'))).toHaveLength(1);
});

test('D100 without the feature there is none, but one that an account has still counts', async () => {
  await addApp();
  const { repositories } = bed;
  await repositories.organisations.set(1, { key: 'FEATURE_SECONDFACTOR', value: 'false' });
  expect(await state()).toMatchObject({ isOffered: false, isOn: true });
  await ticketOf();
  const bobby = await signIn(bed, 'bobby');
  expect((await bobby.post('user/secondFactor/app', { password: PASSWORD })).statusCode).toBe(404);
  const off = { password: PASSWORD, code: nextCode(), factor: 'all' };
  expect((await alice.post('user/secondFactor/removal', off)).statusCode).toBe(200);
});

test('D100 D96 the export lists what there is without secrets; a deletion removes it', async () => {
  await addApp();
  const { ticket } = (await alice.post('user/export', { password: PASSWORD })).json();
  const file = await requestsTo(bed.app).get('user/export', { ticket });
  expect(file.json().secondFactor).toEqual({
    authenticatorAppAddedAt: expect.any(String),
    recoveryCodesLeft: RECOVERY_CODES,
    passkeys: [],
  });
  expect(file.body).not.toContain(secret);
  const id = await idOf('alice');
  const account = (await bed.repositories.accounts.findById(id)) ?? expect.fail();
  await bed.context.accountService.remove(account);
  expect(await bed.repositories.secondFactors.isOn(id)).toBe(false);
  expect(await bed.repositories.secondFactors.countCodes(id)).toBe(0);
});

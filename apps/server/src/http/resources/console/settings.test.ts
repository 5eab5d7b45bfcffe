import { type ConsoleSettings, ERROR_CODES, type Role } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp, openBrand } from '../../testing/test-app.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

let bed: TestApp;
let alice: Visitor;

const give = async (role: Role) => {
  const account = await bed.repositories.accounts.findByUsername('alice');
  await bed.repositories.accounts.changeRole(account?.id ?? '', role);
};
const read = async (organisation = '2') =>
  (await alice.get('console/settings', { organisation })).json<ConsoleSettings>();
const settingIn = ({ settings }: ConsoleSettings, key: string) => settings.find((each) => each.key === key);
const change = (key: string, value?: string, organisation = 2) =>
  alice.post('console/settings', { organisation, key, ...(value !== undefined && { value }) });

beforeEach(async () => {
  bed = await createTestApp({ brand: { ...openBrand, features: { console: true, history: true } } });
  alice = await signIn(bed, 'alice');
  await give('operator');
  await alice.post('console/confirmation', { password: 'demo1234' });
});
afterEach(() => bed.close());

test('D107 each setting of an organisation says its value and where it comes from, and a change counts immediately', async () => {
  const before = await read();
  expect(settingIn(before, 'GEO_EMERGENCY_NUMBERS')).toEqual({
    key: 'GEO_EMERGENCY_NUMBERS',
    value: '112,911',
    from: 'program',
    choices: [],
  });
  expect(settingIn(before, 'FEATURE_HISTORY')).toMatchObject({ value: 'true', from: 'brand' });
  expect(before.limits).toContainEqual({ variable: 'LIMIT_MAILBOX_MINUTES', value: 10 });
  expect((await change('GEO_EMERGENCY_NUMBERS', '112')).statusCode).toBe(200);
  expect((await change('FEATURE_HISTORY', 'false')).statusCode).toBe(200);
  const after = await read();
  expect(settingIn(after, 'GEO_EMERGENCY_NUMBERS')).toMatchObject({ value: '112', from: 'organisation' });
  expect(settingIn(after, 'FEATURE_HISTORY')).toMatchObject({ value: 'false', from: 'organisation' });
  expect(settingIn(await read('1'), 'GEO_EMERGENCY_NUMBERS')).toMatchObject({ from: 'program' });
  const david = await signIn(bed, 'david');
  expect((await david.get('user/getSystemSettingsForUser')).body).toContain('"value":"112"');
  expect((await change('GEO_EMERGENCY_NUMBERS')).statusCode).toBe(200);
  expect(settingIn(await read(), 'GEO_EMERGENCY_NUMBERS')).toMatchObject({
    value: '112,911',
    from: 'program',
  });
  expect(bed.events).toContainEqual({
    event: 'setting_changed',
    by: 'alice',
    address: '127.0.0.1',
    detail: 'organisation 2: GEO_EMERGENCY_NUMBERS=112',
  });
});

test('D107 an unknown setting, and a value that its rule does not allow, are refused and say why', async () => {
  expect((await change('SIP_DOMAIN', 'x')).statusCode).toBe(400);
  expect((await change('__proto__', 'x')).statusCode).toBe(400);
  const wrong = await change('GEO_UPDATE_LIMIT', 'far');
  expect([wrong.statusCode, wrong.json().failureText]).toEqual([
    400,
    'GEO_UPDATE_LIMIT must be a whole number of metres.',
  ]);
  expect((await change('FEATURE_HISTORY', 'maybe')).statusCode).toBe(400);
  expect(
    (await alice.post('console/settings', { organisation: -1, key: 'GEO_UPDATE_LIMIT', value: '1' }))
      .statusCode,
  ).toBe(400);
  expect((await alice.get('console/settings', { organisation: '1 or 1' })).statusCode).toBe(400);
});

test('D107 an operator cannot close the console for the own organisation', async () => {
  const own = await change('FEATURE_CONSOLE', 'false', 1);
  expect([own.statusCode, own.json().errorCode]).toEqual([409, ERROR_CODES.notPossible]);
  expect((await change('FEATURE_CONSOLE', 'false', 2)).statusCode).toBe(200);
});

test('D107 settings are for operators only, and a change needs the password', async () => {
  bed.pass(15 * 60_000);
  expect((await change('GEO_UPDATE_LIMIT', '5')).json()).toMatchObject({
    errorCode: ERROR_CODES.confirmationNeeded,
  });
  for (const role of ['administrator', 'support'] as const) {
    await give(role);
    expect((await alice.get('console/settings', { organisation: '1' })).statusCode).toBe(403);
    expect((await change('GEO_UPDATE_LIMIT', '5', 1)).statusCode).toBe(403);
  }
  const stored = await bed.repositories.organisations.list(1);
  expect(stored.map(({ key }) => key)).not.toContain('GEO_UPDATE_LIMIT');
});

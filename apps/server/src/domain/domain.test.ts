import { expect, test } from 'vitest';
import type { Account } from './accounts/account.ts';
import { propertySetOf } from './accounts/account.ts';
import { loginRefusal } from './accounts/login-outcome.ts';
import { SESSION_LIFETIME_MS, sessionAge } from './accounts/session-rules.ts';

const alice: Account = {
  id: '1',
  kind: 'person',
  username: 'alice',
  passwordHash: 'hash',
  sipPassword: 'secret',
  organisationId: 1,
  status: 'active',
  addresses: ['alice@demo.example', 'a@demo.example'],
  properties: [{ key: 'FORENAME', value: 'Alice' }],
};

test('API-07 LOGIN-17 the property set holds name, addresses and organisation, never a secret', () => {
  const set = propertySetOf(alice);
  expect(set).toContainEqual({ key: 'SIP_ADDRESS', value: 'alice@demo.example|a@demo.example' });
  expect(set).toContainEqual({ key: 'ORG_ID', value: '1' });
  expect(JSON.stringify(set)).not.toMatch(/secret|hash|PASSWORD/);
});

test.each([
  ['active', true, undefined],
  ['active', false, 1001],
  ['unverified', true, 1002],
  ['awaitingApproval', true, 1005],
  ['disabled', true, 1006],
  ['disabled', false, 1001],
] as const)('A-006 status %s, right password %j: the login gives %j', (status, isPasswordRight, code) => {
  expect(loginRefusal({ ...alice, status }, isPasswordRight)).toBe(code);
});

test('an unknown name and a server agent get the same answer as a wrong password', () => {
  expect(loginRefusal(undefined, false)).toBe(1001);
  expect(loginRefusal({ ...alice, kind: 'party' }, true)).toBe(1001);
});

test('A-011 a session lives 12 h after its last use', () => {
  expect(sessionAge(0, 59_999)).toBe('fresh');
  expect(sessionAge(0, 60_000)).toBe('touchDue');
  expect(sessionAge(0, SESSION_LIFETIME_MS - 1)).toBe('touchDue');
  expect(sessionAge(0, SESSION_LIFETIME_MS)).toBe('expired');
});

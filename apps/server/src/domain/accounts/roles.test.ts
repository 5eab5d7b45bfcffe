import type { Role } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import type { Account } from './account.ts';
import { type Actor, isChangeableBy, isVisibleTo } from './roles.ts';

const account = (id: string, organisationId: number, role?: Role): Account => ({
  id,
  kind: 'person',
  username: id,
  passwordHash: undefined,
  organisationId,
  status: 'active',
  addresses: [],
  properties: [],
  role,
});
const actor = (role: Role): Actor => ({ ...account('actor', 1), role });
const people = {
  own: account('actor', 1),
  colleague: account('colleague', 1),
  stranger: account('stranger', 2),
  colleagueWithRole: account('colleague', 1, 'operator'),
  strangerWithRole: account('stranger', 2, 'support'),
  agent: { ...account('mailbox', 1), kind: 'party' as const },
  visitor: { ...account('visitor', 1), kind: 'anonymous' as const },
};
const namesOf = (test: (person: Account) => boolean) =>
  Object.entries(people).flatMap(([name, person]) => (test(person) ? [name] : []));

test.each([
  ['operator', ['own', 'colleague', 'stranger', 'colleagueWithRole', 'strangerWithRole']],
  ['administrator', ['own', 'colleague', 'colleagueWithRole']],
  ['support', ['own', 'colleague', 'stranger', 'colleagueWithRole', 'strangerWithRole']],
] as const)('D98 the role %s sees %j', (role, expected) => {
  expect(namesOf((person) => isVisibleTo(actor(role), person))).toEqual(expected);
});

test.each([
  ['operator', ['colleague', 'stranger', 'colleagueWithRole', 'strangerWithRole']],
  ['administrator', ['colleague']],
  ['support', []],
] as const)('D98 the role %s changes %j, and never the own account', (role, expected) => {
  expect(namesOf((person) => isChangeableBy(actor(role), person))).toEqual(expected);
});

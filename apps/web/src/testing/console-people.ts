import type { ConsoleAccess, Person, PersonSummary } from '@samtal/api-contract';

/** What an operator may do, in the scenes and tests of the console. */
export const operatorAccess: ConsoleAccess = {
  username: 'alice',
  role: 'operator',
  organisations: [
    { id: 1, name: 'Demo county' },
    { id: 2, name: '' },
  ],
  defaultOrganisation: 1,
  domain: 'demo.example',
  knowsRegistrations: true,
};

const summary = (username: string, name: string, more: Partial<PersonSummary> = {}): PersonSummary => ({
  id: `id-${username}`,
  username,
  name,
  address: `${username}@demo.example`,
  email: '',
  organisation: 1,
  status: 'active',
  registered: 0,
  ...more,
});

export const consolePeople: readonly PersonSummary[] = [
  summary('anna.berg', 'Anna Berg', { registered: 2, lastLoginAt: Date.UTC(2026, 10, 26, 9, 30) }),
  summary('bo.ek', 'Bo Ek', { status: 'awaitingApproval' }),
  summary('carla.lind', 'Carla Alexandra Lindqvist-Hohenstein of the long names', {
    status: 'disabled',
    organisation: 2,
  }),
  summary('david', '', { status: 'unverified' }),
];

export const consolePerson: Person = {
  ...(consolePeople[0] as PersonSummary),
  email: 'anna.berg@mail.example',
  addresses: ['anna.berg@demo.example'],
  properties: [{ key: 'USERNAME', value: 'anna.berg' }],
  sessions: [{ lastUsedAt: Date.UTC(2026, 10, 26, 9, 30) }, { phone: 'desk' }],
  isChangeable: true,
};

import type { CallsAnswer, ConsoleAccess, Person, PersonSummary } from '@samtal/api-contract';

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
  secondFactors: [],
  isChangeable: true,
};

const call = (
  id: string,
  more: Partial<CallsAnswer['calls'][number]> = {},
): CallsAnswer['calls'][number] => ({
  id,
  caller: 'anna.berg@demo.example',
  callee: 'bo.ek@demo.example',
  beganAt: Date.UTC(2026, 10, 26, 9, 30),
  answeredAt: Date.UTC(2026, 10, 26, 9, 30, 5),
  endedAt: Date.UTC(2026, 10, 26, 9, 42, 17),
  outcome: 'answered',
  kind: 'video',
  hasText: true,
  ...more,
});

export const consoleCalls: CallsAnswer = {
  running: [call('running', { endedAt: undefined, outcome: 'running', kind: 'voice' })],
  runningTotal: 1,
  calls: [
    call('running', { endedAt: undefined, outcome: 'running', kind: 'voice' }),
    call('first'),
    call('second', { answeredAt: undefined, outcome: 'busy', kind: 'voice', hasText: false }),
    call('third', { caller: '', outcome: 'unanswered', answeredAt: undefined, kind: 'text' }),
  ],
};

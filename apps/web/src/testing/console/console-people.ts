import type {
  AuditAnswer,
  CallNumbers,
  CallsAnswer,
  ConsoleAccess,
  ConsoleSettings,
  EntryGroups,
  KioskLinks,
  ListedEntry,
  ListedService,
  Person,
  PersonSummary,
} from '@samtal/api-contract';

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
  isRoleOfProvider: false,
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

const dayOf = (day: number): string => `2026-11-${String(day).padStart(2, '0')}`;
const everyDay = Array.from({ length: 14 }, (_each, index) => index + 12);

/** Two weeks of calls, fewer on some days. */
export const consoleNumbers: CallNumbers = {
  from: dayOf(12),
  to: dayOf(25),
  calls: everyDay.flatMap((day) => [
    { day: dayOf(day), outcome: 'answered' as const, kind: 'video' as const, calls: 20 + ((day * 7) % 13) },
    { day: dayOf(day), outcome: 'answered' as const, kind: 'text' as const, calls: 4 + (day % 5) },
    { day: dayOf(day), outcome: 'busy' as const, kind: 'voice' as const, calls: day % 4 },
    { day: dayOf(day), outcome: 'unanswered' as const, kind: 'video' as const, calls: (day * 3) % 7 },
  ]),
  days: everyDay.map((day) => ({
    day: dayOf(day),
    answered: 30,
    withText: (day * 5) % 30,
    setUpHalf: 4 + (day % 3) / 2,
    setUpMost: 20 + (day % 9),
  })),
  minutes: everyDay.flatMap((day) =>
    [1, 2].map((organisation) => ({
      day: dayOf(day),
      organisation,
      calls: 15,
      minutes: (90.5 * (day % 4)) / organisation,
    })),
  ),
};

export const consoleAudit: AuditAnswer = {
  entries: [
    {
      time: Date.UTC(2026, 10, 26, 9, 30),
      event: 'role_changed',
      account: 'anna.berg',
      by: 'alice',
      detail: 'support',
    },
    {
      time: Date.UTC(2026, 10, 26, 9, 12),
      event: 'login_refused',
      account: 'bo.ek',
      address: '2001:db8:85a3::8a2e:370:7334',
      detail: '1001',
    },
    { time: Date.UTC(2026, 10, 26, 9, 10), event: 'too_many_requests', address: '192.0.2.1' },
    {
      time: Date.UTC(2026, 10, 25, 9, 10),
      event: 'setting_changed',
      detail:
        'organisation 1: WEB_ACTIVATE_IU_BY_ADM=true and a detail that is far longer than a narrow page',
    },
  ],
  next: '1-0',
};

export const consoleSettings: ConsoleSettings = {
  settings: [
    {
      key: 'WEB_REGISTRATION_FIELDS',
      value: 'username,password,firstname,lastname,email',
      from: 'program',
      choices: [],
    },
    { key: 'GEO_EMERGENCY_NUMBERS', value: '112', from: 'organisation', choices: [] },
    { key: 'GEO_EMERGENCY_TEST_NUMBER', value: '', from: 'program', choices: [] },
    { key: 'FEATURE_HISTORY', value: 'true', from: 'brand', choices: ['true', 'false'] },
  ],
  limits: [{ variable: 'LIMIT_MAILBOX_MINUTES', value: 10 }],
};

export const consoleServices: readonly ListedService[] = [
  { id: 'city', name: 'City services', address: 'ivr', image: '', isChangeable: true },
  {
    id: 'relay',
    name: 'Relay service for sign language and text with a very long name',
    address: 'relay.for.sign.language@relay.demo.example',
    image: '/branding/relay.svg',
    organisation: 2,
    isChangeable: true,
  },
];

export const consoleLinks: KioskLinks = {
  links: [
    {
      id: 'desk',
      name: 'Reception, ground floor',
      to: 'reception@demo.example',
      username: 'front.desk',
      ivr: '1,2',
      ref: 'desk 7',
      organisation: 1,
      madeBy: 'alice',
      madeAt: Date.UTC(2026, 10, 1, 9, 30),
      expiresAt: Date.UTC(2027, 10, 1, 9, 30),
      isChangeable: true,
      isShown: true,
    },
    {
      id: 'tool',
      name: '',
      to: 'relay.for.sign.language.with.a.long.name@relay.demo.example',
      ivr: '',
      ref: '',
      organisation: 2,
      madeBy: '',
      madeAt: Date.UTC(2026, 9, 1, 9, 30),
      expiresAt: Date.UTC(2026, 11, 1, 9, 30),
      isChangeable: true,
      isShown: true,
    },
  ],
  isOn: true,
  mayMake: true,
};

export const consoleEntries: readonly ListedEntry[] = [
  {
    id: 'health',
    name: 'Health advice line',
    phone: '+46 8 123 45 67',
    type: 'Health care',
    category: 'Open day and night',
    image: '',
    isFeatured: true,
    isHeading: false,
    isChangeable: true,
  },
  {
    id: 'authorities',
    name: 'Public authorities of the county with a long name',
    phone: '',
    type: '',
    category: '',
    image: '',
    isFeatured: false,
    isHeading: true,
    organisation: 2,
    isChangeable: true,
  },
];

export const consoleEntryGroups: EntryGroups = {
  types: ['Health care', 'Public authority'],
  categories: ['Open day and night'],
};

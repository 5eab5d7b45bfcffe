import type { OperationText } from './operation.ts';

const OK = { status: 'OK' } as const;
const HASHING = 'too many passwords are being checked';
const LOOKING = 'too many searches at a time';
const READ = '1006: the account has been disabled; 6001: the role does not allow it';
const CHANGE = `${READ}; 6002: the password is needed first`;
const NO_PERSON = 'there is no such person, or they are of another organisation';
const OWN = '6003: this is the own account';
const ID = { params: { id: 'id of the account' } };

const person = {
  id: 'id of the account',
  username: 'bobby',
  name: 'Bobby Berg',
  address: 'bobby@demo.example',
  email: '',
  organisation: 1,
  status: 'active',
};

/** Operations of the console (decision D98). */
export const consoleOperations: Readonly<Record<string, OperationText>> = {
  'GET console/access': {
    id: 'getConsoleAccess',
    tag: 'console',
    summary: 'Reads what the user may do in the console',
    access: 'session',
    errors: { 403: READ },
    example: {
      answer: {
        username: 'alice',
        role: 'operator',
        organisations: [{ id: 1, name: 'One' }],
        defaultOrganisation: 1,
        domain: 'demo.example',
        knowsRegistrations: false,
      },
    },
  },
  'POST console/confirmation': {
    id: 'confirmConsole',
    tag: 'console',
    summary:
      'Shows the own password and, where it is on, the second step, so that the session may change something for fifteen minutes',
    access: 'session',
    errors: {
      400: '1001: wrong password; 1009: the account has none, and its user must log in at the provider just before; 1011: the second step is needed; 1012: its code or passkey is wrong, or was used before',
      403: READ,
      429: 'five wrong passwords, or five wrong codes, in ten minutes',
      503: HASHING,
    },
    example: { body: { password: 'demo1234' }, answer: OK },
  },
  'GET console/people': {
    id: 'searchPeople',
    tag: 'console',
    summary: 'Finds people, fifty at a time, ordered by username',
    description:
      'All words of `search` must be in the names or addresses of the person. `registered` finds only people who are registered now. `next` is the value of `after` for more.',
    access: 'session',
    errors: { 403: READ },
    example: { query: { search: 'bobby' }, answer: { people: [person], total: 1 } },
  },
  'GET console/people/{id}': {
    id: 'getPerson',
    tag: 'console',
    summary: 'Reads one person',
    access: 'session',
    errors: { 403: READ, 404: NO_PERSON },
    example: {
      ...ID,
      answer: {
        ...person,
        addresses: ['bobby@demo.example'],
        properties: [{ key: 'USERNAME', value: 'bobby' }],
        sessions: [],
        secondFactors: [],
        isRoleOfProvider: false,
        isChangeable: true,
      },
    },
  },
  'GET console/people/{id}/contents': {
    id: 'getPersonContents',
    tag: 'console',
    summary: 'Counts what would be lost with a person',
    access: 'session',
    errors: { 403: READ, 404: NO_PERSON, 409: OWN },
    example: { ...ID, answer: { contacts: 1, calls: 1, messages: 1, pictures: 1, phones: 0 } },
  },
  'GET console/calls': {
    id: 'listCalls',
    tag: 'console',
    summary: 'Lists the calls that go on now, and the last calls, newest first',
    description:
      'Operators and support only. Addresses and times, no content. `from` and `to` are days in UTC, both included; all words of `search` must be in the address of one end, or in the name of one of its people. `next` is the value of `before` for older calls. 20,000 records are looked through for one answer: where `next` comes with `searchedTo`, the search goes on there. There are none with another SIP server.',
    access: 'session',
    errors: { 400: '2004: a value is not allowed', 403: READ, 503: LOOKING },
    example: {
      query: { from: '2026-11-01', to: '2026-11-30', outcome: 'answered', kind: 'video' },
      answer: { running: [], runningTotal: 0, calls: [] },
    },
  },
  'GET console/calls/table': {
    id: 'exportCalls',
    tag: 'console',
    summary: 'Downloads the calls that match as a table (CSV)',
    description: 'Operators and support only. The columns are those of `call-records`.',
    access: 'session',
    errors: { 400: '2004: a value is not allowed', 403: CHANGE, 503: 'too many files at a time' },
    example: { query: { from: '2026-11-01' }, answer: 'began,answered,ended' },
  },
  'GET console/calls/numbers': {
    id: 'addUpCalls',
    tag: 'console',
    summary: 'Adds up the calls of some days: outcomes, kinds, set-up time, text, minutes by organisation',
    description:
      'Operators and support only. Days are in UTC, at most 92; without them the last thirty. A call between two organisations counts for both, and a call over midnight for its first day.',
    access: 'session',
    errors: {
      400: '2004: a value is not allowed, or there are more than 92 days',
      403: READ,
      409: '6004: there are more than 500,000 calls in these days',
      503: LOOKING,
    },
    example: {
      query: { from: '2026-11-01', to: '2026-11-30' },
      answer: { from: '2026-11-01', to: '2026-11-30', calls: [], days: [], minutes: [] },
    },
  },
  'GET console/audit': {
    id: 'readAudit',
    tag: 'console',
    summary: 'Reads the audit, the newest entries first',
    description:
      'Operators, and administrators for the accounts of their organisation. `from` and `to` are days in UTC, both included; all words of `search` must be in the entry. `next` is the value of `before` for older entries. Four megabytes are looked through for one answer: where `next` comes with `searchedTo`, the search goes on there.',
    access: 'session',
    errors: {
      400: '2004: a value is not allowed',
      403: READ,
      409: '6004: each of several server processes has an audit of its own',
      503: LOOKING,
    },
    example: { query: { from: '2026-11-01', event: 'role_changed' }, answer: { entries: [] } },
  },
  'GET console/audit/table': {
    id: 'exportAudit',
    tag: 'console',
    summary: 'Downloads the entries of the audit that match as a table (CSV), the newest first',
    access: 'session',
    errors: { 400: '2004: a value is not allowed', 403: CHANGE, 503: 'too many files at a time' },
    example: { answer: 'time,event,account,by,address,detail' },
  },
  'GET console/settings': {
    id: 'getConsoleSettings',
    tag: 'console',
    summary: 'Reads the settings of an organisation, with where each value comes from',
    description:
      'Operators only. `from` is `program` or `brand` where the organisation has no value of its own. `limits` are changed in the environment of the server only.',
    access: 'session',
    errors: { 400: '2004: the organisation is no number', 403: READ },
    example: {
      query: { organisation: '1' },
      answer: {
        settings: [{ key: 'GEO_EMERGENCY_NUMBERS', value: '112,911', from: 'program', choices: [] }],
        limits: [{ variable: 'LIMIT_MAILBOX_MINUTES', value: 10 }],
      },
    },
  },
  'POST console/settings': {
    id: 'changeConsoleSetting',
    tag: 'console',
    summary:
      'Changes a setting of an organisation; without a value, that of the brand or the program counts again',
    description: 'Operators only.',
    access: 'session',
    errors: {
      400: '2004: there is no such setting, or `failureText` says which values it has',
      403: CHANGE,
      409: '6004: this would close the console for the own organisation',
    },
    example: {
      body: { organisation: 2, key: 'GEO_EMERGENCY_NUMBERS', value: '112' },
      answer: OK,
    },
  },
  'POST console/people': {
    id: 'addPerson',
    tag: 'console',
    summary: 'Adds a person, who chooses a password by the link of the answer',
    description: 'The link is good for one use within a day. The account is active and has no role.',
    access: 'session',
    errors: {
      400: '2004: a value is not allowed, `failureText` names it',
      403: CHANGE,
      409: '2001, 2002, 2003: username, e-mail or SIP address is taken',
      503: HASHING,
    },
    example: {
      body: { username: 'anna.berg', firstname: 'Anna', lastname: 'Berg', email: 'anna@mail.example' },
      answer: { id: 'id of the account', link: 'https://calls.example/newpassword?key=…' },
    },
  },
  'POST console/people/{id}/status': {
    id: 'setPersonStatus',
    tag: 'console',
    summary: 'Approves, enables or disables a person',
    description:
      '`active` approves a person who waits for it, and a mail says so. `disabled` ends SIP connections immediately and sessions with their next request. A deletion that the person has asked for is cancelled.',
    access: 'session',
    errors: { 403: CHANGE, 404: NO_PERSON, 409: OWN },
    example: { ...ID, body: { status: 'disabled' }, answer: OK },
  },
  'POST console/people/{id}/logOut': {
    id: 'logOutPerson',
    tag: 'console',
    summary: 'Ends all sessions and SIP connections of a person, calls included',
    description:
      'SIP phones, and browsers that log in automatically, may come back. `disabled` prevents that.',
    access: 'session',
    errors: { 403: CHANGE, 404: NO_PERSON, 409: OWN },
    example: { ...ID, answer: OK },
  },
  'POST console/people/{id}/passwordLink': {
    id: 'makePasswordLink',
    tag: 'console',
    summary: 'Makes a link by which a person chooses a new password',
    description: 'Good for one use within a day. It is mailed to the person, or else in the answer.',
    access: 'session',
    errors: {
      403: CHANGE,
      404: NO_PERSON,
      409: `${OWN}; 6004: the account is disabled, or has no e-mail address`,
      429: 'too many mails',
      503: 'no mail can be sent now',
    },
    example: {
      ...ID,
      body: { isMailed: false },
      answer: { link: 'https://calls.example/newpassword?key=…' },
    },
  },
  'POST console/people/{id}/role': {
    id: 'setRole',
    tag: 'console',
    summary: 'Gives a person a role, or takes it away',
    description: 'Operators only. It counts from the next request of the person on.',
    access: 'session',
    errors: { 403: CHANGE, 404: NO_PERSON, 409: OWN },
    example: { ...ID, body: { role: 'support' }, answer: OK },
  },
  'DELETE console/people/{id}/secondFactor': {
    id: 'removePersonsSecondFactor',
    tag: 'console',
    summary: 'Turns log-in in two steps off for a person who has lost phone, passkeys and recovery codes',
    description: 'The person gets a mail.',
    access: 'session',
    errors: { 403: CHANGE, 404: NO_PERSON, 409: `${OWN}; 6004: the person has no second factor` },
  },
  'DELETE console/people/{id}': {
    id: 'removePerson',
    tag: 'console',
    summary: 'Removes a person with everything that belongs to them',
    access: 'session',
    errors: { 403: CHANGE, 404: NO_PERSON, 409: OWN },
    example: { ...ID, answer: OK },
  },
  'POST console/table': {
    id: 'importPeople',
    tag: 'console',
    summary: 'Adds the people of up to ten rows of a table',
    description:
      'The headings are those of `import-users`. The answer has a result for the first rows, in order: send the others again. A row whose username exists changes nothing, so an import that was interrupted can be repeated.',
    access: 'session',
    errors: {
      400: '2004: the headings cannot be used, `failureText` says why',
      403: CHANGE,
      503: HASHING,
    },
    example: {
      body: { headings: ['username', 'firstname'], rows: [['anna.berg', 'Anna']] },
      answer: { results: [{ username: 'anna.berg', outcome: 'added', password: 'a new password' }] },
    },
  },
  'GET console/table': {
    id: 'exportPeople',
    tag: 'console',
    summary: 'Downloads all people as a table (CSV), without passwords',
    access: 'session',
    errors: { 403: CHANGE, 503: 'too many files at a time' },
    example: { answer: 'username,firstname,lastname' },
  },
};

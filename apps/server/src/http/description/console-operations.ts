import type { OperationText } from './operation.ts';

const OK = { status: 'OK' } as const;
const HASHING = 'too many passwords are being checked';
const LOOKING = 'too many searches at a time';
const READ = '1006: the account has been disabled; 6001: the role does not allow it';
const CHANGE = `${READ}; 6002: the password is needed first`;
const NO_PERSON = 'there is no such person, or they are of another organisation';
const OWN = '6003: this is the own account';
const LISTED = '2004: a value is not allowed, `failureText` names it';
const NOT_LISTED = 'there is no such entry, or it is of another organisation';
const NOT_ADDED = '6007: there is such an entry already; 6008: the list is full';
const ID = { params: { id: 'id of the account' } };

const SERVICE = { params: { id: 'id of the service' } };

const ENTRY_ID = { params: { id: 'id of the entry' } };
const ENTRY = {
  id: 'id of the entry',
  name: 'Library',
  phone: 'library',
  type: 'Public authority',
  category: 'Office hours',
  image: '',
  isFeatured: false,
  isHeading: false,
  isChangeable: true,
};

const LINK = {
  id: 'id of the link',
  name: 'Reception',
  to: 'echo@demo.example',
  ivr: '',
  ref: '',
  organisation: 1,
  madeBy: 'alice',
  madeAt: 1_795_000_000_000,
  expiresAt: 1_797_592_000_000,
  isChangeable: true,
  isShown: true,
};

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
      'Changes a setting of an organisation; without a value, the default of the brand or of the program applies again',
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
  'GET console/services': {
    id: 'listConsoleServices',
    tag: 'console',
    summary: 'Lists services, fifty at a time, in the order in which users find them',
    description:
      'All words of `search` must be in name or address. `organisation` lists what users of that organisation find. A service without `organisation` is for every organisation; administrators see it, and only operators change it. `next` is the value of `after` for more.',
    access: 'session',
    errors: { 403: READ, 503: LOOKING },
    example: {
      query: { organisation: '1' },
      answer: {
        services: [
          { id: 'id of the service', name: 'City services', address: 'ivr', image: '', isChangeable: true },
        ],
      },
    },
  },
  'GET console/services/{id}': {
    id: 'getConsoleService',
    tag: 'console',
    summary: 'Reads one service',
    access: 'session',
    errors: { 403: READ, 404: NOT_LISTED },
    example: {
      ...SERVICE,
      answer: {
        id: 'id of the service',
        name: 'City services',
        address: 'ivr',
        image: '',
        isChangeable: true,
      },
    },
  },
  'POST console/services': {
    id: 'addConsoleService',
    tag: 'console',
    summary: 'Adds a service at the end of the list',
    description: 'Without `organisation` it is for every organisation, which only operators may do.',
    access: 'session',
    errors: { 400: LISTED, 403: CHANGE, 409: NOT_ADDED },
    example: {
      body: { name: 'Library', address: 'library', image: '', organisation: 1 },
      answer: { id: 'id of the service' },
    },
  },
  'POST console/services/{id}': {
    id: 'changeConsoleService',
    tag: 'console',
    summary: 'Changes all values of a service',
    access: 'session',
    errors: { 400: LISTED, 403: CHANGE, 404: NOT_LISTED, 409: NOT_ADDED },
    example: {
      ...SERVICE,
      body: { name: 'City services', address: 'ivr', image: '' },
      answer: OK,
    },
  },
  'DELETE console/services/{id}': {
    id: 'removeConsoleService',
    tag: 'console',
    summary: 'Removes a service',
    access: 'session',
    errors: { 403: CHANGE, 404: NOT_LISTED },
    example: { ...SERVICE, answer: OK },
  },
  'GET console/directory': {
    id: 'listConsoleDirectory',
    tag: 'console',
    summary: 'Lists entries of the directory, fifty at a time, in the order in which users find them',
    description:
      'All words of `search` must be in name, phone, type or category. `organisation` lists what users of that organisation find. An entry without `organisation` is for every organisation; administrators see it, and only operators change it. `next` is the value of `after` for more.',
    access: 'session',
    errors: { 403: READ, 503: LOOKING },
    example: { query: { organisation: '1' }, answer: { entries: [ENTRY] } },
  },
  'GET console/directory/groups': {
    id: 'listEntryGroups',
    tag: 'console',
    summary: 'Lists the names of the types and categories that entries of the directory have',
    access: 'session',
    errors: { 403: READ },
    example: { answer: { types: ['Public authority'], categories: ['Office hours'] } },
  },
  'GET console/directory/table': {
    id: 'exportDirectory',
    tag: 'console',
    summary: 'Downloads the directory as a table (CSV), with the columns of `import-directory`',
    access: 'session',
    errors: { 403: CHANGE, 503: 'too many files at a time' },
    example: { answer: 'name,phone,type,category,image,featured,group,organisation' },
  },
  'POST console/directory/table': {
    id: 'replaceDirectory',
    tag: 'console',
    summary: 'Replaces the directory of all organisations by a table (CSV)',
    description:
      'Operators only. The columns are those of `import-directory`, at most 20,000 rows. With a row that is wrong nothing is changed.',
    access: 'session',
    errors: {
      400: '2004: `failureText` has a line for each problem, at most twenty',
      403: CHANGE,
    },
    example: {
      body: { table: 'name,phone,type\nLibrary,library,Public authority\n' },
      answer: { entries: 1 },
    },
  },
  'GET console/directory/{id}': {
    id: 'getDirectoryEntry',
    tag: 'console',
    summary: 'Reads one entry of the directory',
    access: 'session',
    errors: { 403: READ, 404: NOT_LISTED },
    example: { ...ENTRY_ID, answer: ENTRY },
  },
  'POST console/directory': {
    id: 'addDirectoryEntry',
    tag: 'console',
    summary: 'Adds an entry at the end of the directory',
    description:
      'A type or category that is new is made. Without `organisation` the entry is for every organisation, which only operators may do.',
    access: 'session',
    errors: { 400: LISTED, 403: CHANGE, 409: NOT_ADDED },
    example: {
      body: {
        name: 'Library',
        phone: 'library',
        type: 'Public authority',
        category: '',
        image: '',
        isFeatured: false,
        isHeading: false,
        organisation: 1,
      },
      answer: { id: 'id of the entry' },
    },
  },
  'POST console/directory/{id}': {
    id: 'changeDirectoryEntry',
    tag: 'console',
    summary: 'Changes all values of an entry of the directory',
    description: 'A type or category without entries is removed.',
    access: 'session',
    errors: { 400: LISTED, 403: CHANGE, 404: NOT_LISTED, 409: NOT_ADDED },
    example: {
      ...ENTRY_ID,
      body: {
        name: 'Library',
        phone: 'library',
        type: '',
        category: '',
        image: '',
        isFeatured: true,
        isHeading: false,
      },
      answer: OK,
    },
  },
  'DELETE console/directory/{id}': {
    id: 'removeDirectoryEntry',
    tag: 'console',
    summary: 'Removes an entry of the directory',
    access: 'session',
    errors: { 403: CHANGE, 404: NOT_LISTED },
    example: { ...ENTRY_ID, answer: OK },
  },
  'GET console/links': {
    id: 'listKioskLinks',
    tag: 'console',
    summary: 'Lists the signed one-click links that work, fifty at a time, the newest first',
    description:
      'All words of `search` must be in name, callee, username or reference. Their addresses are not in the list, because some log in as a person. `isOn` is false where the brand has no one-click calls. `next` is the value of `after` for more.',
    access: 'session',
    errors: { 403: READ, 503: LOOKING },
    example: { query: { search: 'desk' }, answer: { links: [], isOn: true, mayMake: true } },
  },
  'GET console/links/{id}': {
    id: 'getKioskLink',
    tag: 'console',
    summary: 'Reads one one-click link, without its address',
    access: 'session',
    errors: { 403: READ, 404: NOT_LISTED },
    example: { params: { id: 'id of the link' }, answer: LINK },
  },
  'GET console/links/{id}/address': {
    id: 'showKioskLink',
    tag: 'console',
    summary: 'Reads the address of a one-click link',
    description:
      'Needs the password like a change, and is in the audit. Links that log in as a person are for operators.',
    access: 'session',
    errors: { 403: CHANGE, 404: NOT_LISTED },
    example: {
      params: { id: 'id of the link' },
      answer: { address: 'https://calls.example/oneclickcall?token=…' },
    },
  },
  'POST console/links': {
    id: 'makeKioskLink',
    tag: 'console',
    summary: 'Makes a signed one-click link',
    description:
      'Who has the link calls `to` without a password. With `username` it logs in as that person: for operators, and not for an account with a role or a second factor. Where the brand has no anonymous callers, only operators make links. `isKnown` is false where no account, service or entry of the directory has the address.',
    access: 'session',
    errors: {
      400: LISTED,
      403: CHANGE,
      409: '6004: one-click calls are off, or the account has a role or a second factor; 6008: the list is full',
    },
    example: {
      body: { name: 'Reception', to: 'echo', days: 30, organisation: 1 },
      answer: {
        id: 'id of the link',
        address: 'https://calls.example/oneclickcall?token=…',
        isKnown: true,
      },
    },
  },
  'DELETE console/links/{id}': {
    id: 'endKioskLink',
    tag: 'console',
    summary: 'Ends a one-click link, so that it logs in no more',
    description: 'Calls of anonymous callers go on. Sessions that it has begun as a person end.',
    access: 'session',
    errors: { 403: CHANGE, 404: NOT_LISTED },
    example: { params: { id: 'id of the link' }, answer: OK },
  },
  'DELETE console/links': {
    id: 'endAllKioskLinks',
    tag: 'console',
    summary: 'Ends every signed one-click link by a new secret',
    description:
      'Also those that are not listed, because they were made by an earlier version. For operators only. Sessions that links have begun as a person end.',
    access: 'session',
    errors: { 403: CHANGE },
    example: { answer: OK },
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

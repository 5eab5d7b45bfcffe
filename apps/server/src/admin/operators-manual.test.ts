import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AUDIT_EVENTS, CAPABILITY_KEYS, ORGANISATION_SETTINGS } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { readConfig, VARIABLE_NAMES } from '../config/config.ts';
import { limitFields } from '../config/limit-fields.ts';
import { organisationKeys } from '../domain/accounts/organisation-rules.ts';
import {
  ACCOUNT_LIMITS,
  AGENT_LIMITS,
  ANONYMOUS_LIMITS,
  CALL_RECORD_LIMITS,
  CONNECTION_LIMITS,
  CONSOLE_LIMITS,
  COORDINATION_LIMITS,
  DATABASE_LIMITS,
  HISTORY_LIMITS,
  HTTP_LIMITS,
  LIST_LIMITS,
  LOGIN_LIMITS,
  MAIL_LIMITS,
  OUTBOX_LIMITS,
  OWN_DATA_LIMITS,
  PICTURE_LIMITS,
  PUSH_LIMITS,
  SECOND_FACTOR_LIMITS,
  SIP_LIMITS,
  SIP_SECRET_LIMITS,
  STORAGE_LIMITS,
  STUN_LIMITS,
  SUBSCRIPTION_LIMITS,
  TEXT_GATEWAY_LIMITS,
  WEB_PUSH_LIMITS,
} from '../domain/limits/limits.ts';
import { LIMIT_NAMES } from '../domain/meter.ts';
import { fileCommands } from './commands/file-commands.ts';
import { commands } from './commands.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const manual = read('docs/operating.md');
/** The same with one space between words, so that a sentence may be broken anywhere. */
const words = manual.replaceAll(/\s+/g, ' ');
const installing = read('docs/installing.md');

/** The settings of an empty environment, by variable, as the schema gives them. */
function settingsOf(environment: Readonly<Record<string, string>>) {
  const result = readConfig(environment);
  return result.ok ? result.config : expect.fail(result.problems.join('\n'));
}

/** The rows of the tables whose first cell names variables: each variable with the other cells. */
const rows = manual
  .split('\n')
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .filter((cells) => /^(?:`[A-Z][A-Z0-9_]+`(?:, )?)+$/.test(cells[1] ?? ''))
  .flatMap(([, names = '', ...others]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, cells: others })),
  );

/** Variables of the tables of Kamailio's settings, which are none of this server. */
const kamailio = new Set([
  'NONCE_SECRET',
  'PROXY_ADDRESSES',
  'WITH_TLS',
  'CERTIFICATE',
  'PRIVATE_KEY',
  'NODE_NUMBER',
  'NODE_ADDRESS',
  'EMERGENCY_NUMBERS',
  'WITH_NODES',
  'FIRST_PEER',
  'SECOND_PEER',
  'WITH_RTPENGINE',
  'RTPENGINES',
  'BINDING_SECONDS',
  'UDP_WORKERS',
  'TCP_WORKERS',
]);

test('D26 the manual has a row for every environment variable, and for no other', () => {
  const others = new Set([...kamailio, ...organisationKeys()]);
  const named = new Set(rows.map(({ name }) => name).filter((name) => !others.has(name)));
  expect([...named].toSorted()).toEqual([...VARIABLE_NAMES].toSorted());
});

test('D26 every variable that the settings of a release name exists, and the shipped ones start a server', () => {
  const file = read('deploy/samtal.env');
  const named = [...file.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect(named.filter((name) => !VARIABLE_NAMES.includes(name))).toEqual(['NODE_ENV']);
  const set = [...file.replaceAll('<domain>', 'calls.example.org').matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)];
  expect(
    settingsOf(Object.fromEntries(set.map(([, name = '', value = '']) => [name, value] as const))),
  ).toMatchObject({
    mode: 'production',
    publicUrl: 'https://calls.example.org',
  });
});

test('D106 the settings of Kamailio in the manual are those of the shipped file', () => {
  const file = read('deploy/kamailio/samtal-settings.cfg');
  const config = read('deploy/kamailio/kamailio.cfg');
  for (const name of kamailio)
    expect([name, file.includes(name) || config.includes(name)]).toEqual([name, true]);
});

/** The number that a line of Kamailio's configuration has. */
function numberOfKamailio(line: RegExp): number {
  const [, number] = line.exec(read('deploy/kamailio/kamailio.cfg')) ?? expect.fail(`no line ${line}`);
  return Number(number);
}

test('D106 the limits of Kamailio in the manual are those of the shipped file', () => {
  const perUdpSecond =
    numberOfKamailio(/"reqs_density_per_unit", (\d+)/) / numberOfKamailio(/"sampling_time_unit", (\d+)/);
  expect(numberOfKamailio(/"counts=>[^"]*autoexpire=(\d+)/)).toBe(10);
  expect(numberOfKamailio(/"failures=>[^"]*autoexpire=(\d+)/)).toBe(300);
  expect(words).toContain(
    `an address gets ${numberOfKamailio(/counts=>\$var\(visitor\)\) > (\d+)/)} messages in ten seconds, over UDP ${perUdpSecond} a second, messages up to ${numberOfKamailio(/\$ml > (\d+)/) / 1024} KiB, and ${numberOfKamailio(/failures=>\$var\(visitor\)\) > (\d+)/)} wrong passwords in five minutes`,
  );
  expect(words).toContain(
    `An account gets ${numberOfKamailio(/counts=>account:\$var\(account\)\) > (\d+)/)} calls and messages in ten seconds, ${numberOfKamailio(/\$var\(most\) = (\d+)/)} of them to one address; callers without an account ${numberOfKamailio(/"\^anonymous-"\) \{[^}]*\$var\(most\) = (\d+)/)} for each network address. A connection gets ${numberOfKamailio(/counts=>\$var\(connection\)\) > (\d+)/)} messages in ten seconds`,
  );
  expect(numberOfKamailio(/"nonce_expire", (\d+)/)).toBe(11 * 60);
});

test('D26 each limit has the default of the manual', () => {
  const limits = rows.filter(({ name }) => name.startsWith('LIMIT_'));
  for (const { name, cells } of limits) {
    const field = limitFields[name as keyof typeof limitFields];
    const value = field.safeParse(undefined);
    if (name !== 'LIMIT_MEDIA_CALLS')
      expect([name, cells[0]]).toEqual([name, String(value.success ? value.data : '')]);
  }
  expect(limits.find(({ name }) => name === 'LIMIT_MEDIA_CALLS')?.cells[0]).toBe(
    `${AGENT_LIMITS.mediaCallsPerCore} for each core and what fits into a quarter of the memory, ${AGENT_LIMITS.mediaCallsAtLeast} to ${AGENT_LIMITS.mediaCallsAtMost}`,
  );
  expect(AGENT_LIMITS.mediaMemoryShare).toBe(4);
});

test('D26 the defaults of other variables are those of the manual', () => {
  const config = settingsOf({ METRICS_PORT: '9464' });
  const defaultOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.cells[0];
  expect({
    PORT: defaultOf('PORT'),
    LAN_PORT: defaultOf('LAN_PORT'),
    METRICS_PORT: defaultOf('METRICS_PORT'),
    ACCOUNT_DELETION_DAYS: defaultOf('ACCOUNT_DELETION_DAYS'),
    MESSAGE_DAYS: defaultOf('MESSAGE_DAYS'),
    AUDIT_DAYS: defaultOf('AUDIT_DAYS'),
    CALL_RECORD_DAYS: defaultOf('CALL_RECORD_DAYS'),
    SERVER_PROCESSES: defaultOf('SERVER_PROCESSES'),
    SIP_WEB_PUSH: defaultOf('SIP_WEB_PUSH'),
    TEXT_GATEWAY_PORTS: defaultOf('TEXT_GATEWAY_PORTS'),
    TRUSTED_PROXIES: defaultOf('TRUSTED_PROXIES'),
  }).toEqual({
    PORT: `${config.port}, ${config.host}`,
    LAN_PORT: '8443',
    METRICS_PORT: `none, ${config.metrics?.host ?? ''}`,
    ACCOUNT_DELETION_DAYS: String(config.accountDeletionDays),
    MESSAGE_DAYS: String(config.messageDays),
    AUDIT_DAYS: String(config.auditDays),
    CALL_RECORD_DAYS: String(config.callRecordDays),
    SERVER_PROCESSES: `\`${config.serverProcesses}\``,
    SIP_WEB_PUSH: `\`${config.sipWebPush}\``,
    TEXT_GATEWAY_PORTS: '`40200-40399`',
    TRUSTED_PROXIES: `\`${config.trustedProxies.join(',')}\``,
  });
  expect(
    settingsOf({ TURN_URLS: 'turn:turn.example', TURN_SECRET: 'x'.repeat(32) }).turn?.lifetimeSeconds,
  ).toBe(Number(defaultOf('TURN_LIFETIME')?.split(' ')[0]));
});

const thousands = (value: number): string => value.toLocaleString('en-GB');
const perMinute = 60_000;

/** What the manual says of limits without a variable, with the values of the program. */
const sentences: readonly string[] = [
  `| – | ${CONNECTION_LIMITS.unprovenUnreadBytes / 1024} KiB, ${CONNECTION_LIMITS.unreadBytes / 1024 ** 2} MiB | data waiting for one client`,
  `| – | ${CONNECTION_LIMITS.openings.burst}, ${CONNECTION_LIMITS.openings.perSecond} | new SIP connections of one address`,
  `| – | ${CONNECTION_LIMITS.unprovenMessageBytes / 1024} KiB, ${CONNECTION_LIMITS.messageBytes / 1024} KiB | one SIP message`,
  `| – | ${SIP_LIMITS.unprovenMessages.burst} and ${SIP_LIMITS.unprovenMessages.perSecond}, ${SIP_LIMITS.messages.burst} and ${SIP_LIMITS.messages.perSecond} | SIP messages of one connection`,
  `| – | ${CONNECTION_LIMITS.idleFrames.burst}, ${CONNECTION_LIMITS.idleFrames.perSecond} | frames that are no SIP message`,
  `| – | ${SIP_LIMITS.requestMemoryMb} MB | memory of unanswered requests of all accounts; one account gets at most a ninth`,
  `| – | ${thousands(SIP_LIMITS.calls)}, ${SIP_LIMITS.callsPerAccount} | ringing and open calls`,
  `| – | ${SIP_LIMITS.requestsToOne.burst} and ${SIP_LIMITS.requestsToOne.perSecond} | calls and messages of one account to one address`,
  `| – | ${SIP_LIMITS.unansweredCalls.tries} | calls of one account in ${SIP_LIMITS.unansweredCalls.windowMs / 1000} s that ring at one callee and are not answered`,
  `| – | ${SIP_LIMITS.requestsInDialog.burst} and ${SIP_LIMITS.requestsInDialog.perSecond} | requests of one end inside a call`,
  `| – | ${SIP_LIMITS.anonymousRequestsPerNetwork.burst} and ${SIP_LIMITS.anonymousRequestsPerNetwork.perSecond}, ${SIP_LIMITS.anonymousRequestsToOne.burst} and ${SIP_LIMITS.anonymousRequestsToOne.perSecond} | calls and messages of callers without an account`,
  `| – | ${AGENT_LIMITS.callsPerCaller}, ${AGENT_LIMITS.callsPerCallee} | calls of the mailbox at a time`,
  `| – | ${AGENT_LIMITS.calls}, ${AGENT_LIMITS.callsPerCaller} | calls of one test service`,
  `one caller gets ${AGENT_LIMITS.mediaCallsPerCaller}, callers without an account together a third`,
  `and one caller ${TEXT_GATEWAY_LIMITS.callsPerCaller}; there are no more than`,
  `| – | ${TEXT_GATEWAY_LIMITS.packets.burst}, ${TEXT_GATEWAY_LIMITS.packets.perSecond} | packets of one phone`,
  `| – | ${TEXT_GATEWAY_LIMITS.waitingForUser} | characters of a phone`,
  `| – | ${TEXT_GATEWAY_LIMITS.waitingLength}, ${TEXT_GATEWAY_LIMITS.waitingMs / 1000} | characters of a user`,
  `| – | ${STUN_LIMITS.answersPerSource} | STUN answers in a second to one IPv4 address`,
  `mails in the outbox, and ${OUTBOX_LIMITS.bytes / 1e6} MB of them`,
  `may send ${HTTP_LIMITS.requests} requests a minute, among them ${HTTP_LIMITS.logins} logins, ${HTTP_LIMITS.nameChecks} questions whether a name is free, ${HTTP_LIMITS.propertyChanges} changes of own data, ${HTTP_LIMITS.captchaTasks} tasks of the built-in captcha, ${HTTP_LIMITS.pushedCallActions} answers to pushed calls and ${HTTP_LIMITS.mailedLinks} that send a mail`,
  `An account has ten sessions and ${PUSH_LIMITS.streamsPerAccount} event streams, and keeps 10,000 contacts, ${thousands(HISTORY_LIMITS.entries)} calls (then the oldest is deleted), ${thousands(ACCOUNT_LIMITS.messages)} messages and ${PICTURE_LIMITS.perAccount} pictures`,
  `keeps ${ANONYMOUS_LIMITS.contacts} contacts (all together ${thousands(ANONYMOUS_LIMITS.contactsInAll)}), ${HISTORY_LIMITS.anonymousEntries} calls and ${HISTORY_LIMITS.anonymousBytes / 1e6} MB of them`,
  `leave ${HISTORY_LIMITS.missedFromAnonymous} missed calls a day with one callee`,
  `Pushed are ${WEB_PUSH_LIMITS.callsOfCaller.burst} calls in a row of one caller to one callee, then one in ${1 / WEB_PUSH_LIMITS.callsOfCaller.perSecond} s; ${WEB_PUSH_LIMITS.callsOfAnonymous.burst} of all callers without an account to one callee, then one in ${1 / WEB_PUSH_LIMITS.callsOfAnonymous.perSecond} s; ${WEB_PUSH_LIMITS.callsToOne.burst} to one callee, then one in ${1 / WEB_PUSH_LIMITS.callsToOne.perSecond} s`,
  `${WEB_PUSH_LIMITS.requests.running} requests to push services are open at a time, and ${WEB_PUSH_LIMITS.requests.perKey} of one account wait`,
  `Two long lists are answered at a time for one account, ${LIST_LIMITS.answers} in all. Other requests wait for up to ${LIST_LIMITS.answerWaitMs / 1000} s`,
  `In a minute ${LOGIN_LIMITS.nearby.tries} wrong passwords for one name from one network address, and in an hour ${LOGIN_LIMITS.anywhere.tries} from all addresses`,
  `${LOGIN_LIMITS.hashing.running} passwords are checked at a time and ${LOGIN_LIMITS.hashing.waiting} wait, ${LOGIN_LIMITS.hashing.perKey} of one address`,
  `One account causes ${MAIL_LIMITS.resets.tries} mails of each kind an hour, one network address ${MAIL_LIMITS.visitor.tries}`,
  `A call rings for ${SIP_LIMITS.ringMs / 1000} s`,
  `A caller writes to a mailbox for ${AGENT_LIMITS.mailboxMs / 1000} s, ${thousands(AGENT_LIMITS.mailboxLength)} characters at most`,
  `The console takes ${CONSOLE_LIMITS.requests} requests a minute of one address, ${CONSOLE_LIMITS.directoryTables} of them with a table that replaces the directory`,
  `Five in ten minutes and thirty in a day for one account, from all addresses together; thirty in ten minutes from one address`,
  `the most are ${SUBSCRIPTION_LIMITS.perAccount} subscriptions of an account and ${SUBSCRIPTION_LIMITS.perConnection} on one connection`,
  `At a time ${AGENT_LIMITS.pushedCalls} calls ring at pushed devices, ten of one caller and ten to one callee`,
  `Beside the lock it keeps up to ten connections, gives up on a statement after ${DATABASE_LIMITS.statementMs / 1000} s, and treats PostgreSQL as gone after ${DATABASE_LIMITS.silenceMs / 1000} s of silence`,
  `${thousands(CONSOLE_LIMITS.recordsPerPage)} records are looked through at a time`,
  `up to 92 days and ${thousands(CONSOLE_LIMITS.recordsAdded)} calls`,
  `at most ${thousands(CONSOLE_LIMITS.services)} for each`,
  `at most ${thousands(CONSOLE_LIMITS.directoryEntries)} of one organisation are added here`,
  `${thousands(CONSOLE_LIMITS.links)} for each organisation`,
  `has ${STORAGE_LIMITS.leastFreeBytes / 1e6} MB left`,
  `Of one account ${CALL_RECORD_LIMITS.ofAccount.burst} calls, and then one every two seconds, are recorded`,
];

test.each(sentences)('D26 the manual says "%s"', (sentence) => {
  expect(words).toContain(sentence);
});

test('D26 numbers that the manual writes as words are those of the program', () => {
  expect([
    ACCOUNT_LIMITS.sessions,
    SIP_SECRET_LIMITS.devicesPerAccount,
    WEB_PUSH_LIMITS.devicesPerAccount,
    AGENT_LIMITS.pushedCallsPerCaller,
    AGENT_LIMITS.pushedCallsPerCallee,
    DATABASE_LIMITS.connections,
  ]).toEqual([10, 10, 10, 10, 10, 10]);
  expect([SIP_LIMITS.requestMemoryShare, CONNECTION_LIMITS.unreadShare]).toEqual([1 / 8, 1 / 8]);
  expect(LIST_LIMITS.answersPerAccount).toBe(2);
  expect([AGENT_LIMITS.anonymousShare, AGENT_LIMITS.mediaAnonymousShare]).toEqual([4, 3]);
  expect(SECOND_FACTOR_LIMITS).toMatchObject({
    codes: { tries: 5, windowMs: 10 * perMinute },
    codesLong: { tries: 30, windowMs: 24 * 60 * perMinute },
    addresses: { tries: 30, windowMs: 10 * perMinute },
  });
  expect(OWN_DATA_LIMITS.exports).toEqual({ tries: 5, windowMs: 60 * perMinute });
  expect(LOGIN_LIMITS).toMatchObject({
    nearby: { windowMs: perMinute },
    anywhere: { windowMs: 60 * perMinute },
  });
  expect(COORDINATION_LIMITS.clockMs).toBe(perMinute);
  expect([CALL_RECORD_LIMITS.records, CALL_RECORD_LIMITS.ofAccount.perSecond]).toEqual([1_000_000, 0.5]);
  expect(ANONYMOUS_LIMITS.idleMs).toBe(5 * perMinute);
});

test('D24 the manual names every command of the operator’s tool, and documents use no other', () => {
  const all = Object.keys({ ...commands, ...fileCommands });
  const section = /^## The operator's tool\n([^]*?)^## /m.exec(manual)?.[1] ?? '';
  expect(all.filter((name) => !section.includes(`\`${name}`))).toEqual([]);
  const used = [
    manual,
    installing,
    read('CHANGELOG.md'),
    read('docs/branding.md'),
    read('README.md'),
  ].flatMap((page) =>
    [...page.matchAll(/(?:npm run (?:--silent )?admin --|samtal admin) ([a-z][a-z-]*)/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => name !== 'help' && !all.includes(name))).toEqual([]);
});

test('D24 the manual has a row for every setting of an organisation, with its default', () => {
  const table = /^\| Setting of an organisation \|[^]*?\n\n/m.exec(manual)?.[0] ?? '';
  const described = [...table.matchAll(/`([A-Z_]+)`/g)].map(([, key = '']) => key);
  const keys = organisationKeys().filter((key) => !key.startsWith(CAPABILITY_KEYS.featurePrefix));
  expect(described.filter((key) => keys.includes(key)).toSorted()).toEqual(keys.toSorted());
  for (const [key, { initial }] of Object.entries(ORGANISATION_SETTINGS))
    expect(table).toMatch(new RegExp(`\\| \`${key}\` \\| ${initial.replaceAll(',', ', ?')} \\|`));
});

test('D107 the manual names every event of the audit', () => {
  const table = /^\| About \| Events \|[^]*?\n\n/m.exec(manual)?.[0] ?? '';
  const named = [...table.matchAll(/`([a-z_]+)`/g)].map(([, event = '']) => event);
  expect(named.filter((event) => event !== 'by').toSorted()).toEqual([...AUDIT_EVENTS].toSorted());
});

test('D92 the manual describes every metric, and no other', () => {
  const named = globSync(['metrics/*.ts', 'composition/*.ts'], { cwd: `${root}apps/server/src` })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(`apps/server/src/${file}`).matchAll(/name: '(samtal_[a-z_]+)'/g)])
    .map(([, name]) => name);
  const described = manual
    .split('\n')
    .filter((line) => line.startsWith('| `samtal_'))
    .flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`(samtal_[a-z_]+)`/g)].map(([, name]) => name),
    );
  expect(described.toSorted()).toEqual(named.toSorted());
});

test('D92 the manual says of each limit that is counted what it counts, and of no other', () => {
  const table = /^\| `limit` \|[^]*?\n\n/m.exec(manual)?.[0] ?? '';
  const described = [...table.matchAll(/^\| `([a-z_]+)` \| \S/gm)].map(([, name]) => name);
  expect(described.toSorted()).toEqual(['limit', ...LIMIT_NAMES].toSorted());
});

const PAGES = [
  'docs/operating.md',
  'docs/installing.md',
  'docs/branding.md',
  'docs/several-hosts.md',
  'docs/features-for-operators.md',
  'docs/performance.md',
  'README.md',
  'CHANGELOG.md',
];

test('D95 every link within the documents of operators leads to a page and a heading that exist', () => {
  const anchorsOf = (page: string): string[] =>
    [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  for (const page of PAGES) {
    const folder = page.startsWith('docs/') ? 'docs/' : '';
    for (const [, target = ''] of read(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : new URL(path, `file:///${folder}`).pathname.slice(1);
      if (!file.endsWith('.md')) continue;
      if (anchor !== undefined)
        expect([page, target, anchorsOf(file)]).toEqual([page, target, expect.arrayContaining([anchor])]);
      else expect(read(file).length).toBeGreaterThan(0);
    }
  }
});

test('D95 a section that the documents of operators name in quotation marks exists', () => {
  const headings = new Set(
    [...`${manual}\n${installing}`.matchAll(/^#+ (.*)$|^\*\*([^*]+?)\.?\*\*/gm)].map(
      ([, heading, bold]) => heading ?? bold,
    ),
  );
  const named = [...words.matchAll(/\(see "([^"]+)"\)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !headings.has(name))).toEqual([]);
});

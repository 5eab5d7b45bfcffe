import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../domain/limits/limits.ts';
import { trustedProxies } from '../network/trusted-proxies.ts';
import { readConfig as readLaunch, VARIABLE_NAMES } from './config.ts';

/** Reads the environment in demo mode, unless the environment sets another mode. */
const readConfig = (environment: Record<string, string | undefined>) =>
  readLaunch({ SAMTAL_MODE: 'demo', ...environment });

const production = {
  SAMTAL_MODE: 'production',
  SIP_DOMAIN: 'calls.example',
  PUBLIC_URL: 'https://calls.example',
};

test('D26 an empty environment gives the defaults of the demo', () => {
  expect(readLaunch({})).toMatchObject({
    ok: true,
    warnings: [],
    config: {
      port: 8080,
      stunPort: 40000,
      host: '127.0.0.1',
      mode: 'demo',
      sipEngine: 'embedded',
      sipDomain: 'demo.example',
    },
  });
});

test.each([
  [{ PORT: 'eighty' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ STUN_PORT: '-1' }, 'STUN_PORT'],
  [{ SAMTAL_MODE: 'prod' }, 'SAMTAL_MODE'],
  [{ DATABASE_URL: 'mysql://db.example/samtal' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://db.example' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://u:p/w@db.example/samtal' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://db.example/samtal?sslmode=maybe' }, 'DATABASE_URL'],
  [{ SIP_ENGINE: 'asterisk' }, 'SIP_ENGINE'],
  [{ SIP_WS_URI: 'http://sip.example' }, 'SIP_WS_URI'],
  [{ SIP_WS_URI: 'wss://a.example,' }, 'SIP_WS_URI'],
  [{ SIP_WS_URI: 'wss://a.example;wss://b.example' }, 'SIP_WS_URI'],
  [{ SIP_WS_URI: 'wss://a.example:99999,wss://b.example' }, 'SIP_WS_URI'],
  [{ SIP_ENGINE: 'external' }, 'SIP_WS_URI'],
  [{ HOST: '[::1]' }, 'HOST'],
  [{ HOST: 'two words' }, 'HOST'],
  [{ STUN_HOST: '127.0.0.1:40000' }, 'STUN_HOST'],
  [{ PUBLIC_URL: 'https://calls.example', SIP_WS_URI: 'ws://sip.example' }, 'SIP_WS_URI'],
  [{ PUBLIC_URL: 'https://calls.example', SIP_WS_URI: 'wss://a.example,ws://b.example' }, 'SIP_WS_URI'],
  [{ SIP_DOMAIN: 'not a domain' }, 'SIP_DOMAIN'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ PUBLIC_URL: 'calls.example' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://calls.example/?a=1' }, 'PUBLIC_URL'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL'],
  [{ SMTP_TLS: 'maybe' }, 'SMTP_TLS'],
  [{ SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://calls.example' }, 'MAIL_FROM'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'calls@calls.example' }, 'PUBLIC_URL'],
  [{ MAIL_FROM: 'calls@calls.example\nBcc: all@calls.example' }, 'MAIL_FROM'],
  [{ TURN_URLS: 'turn:turn.example' }, 'TURN_SECRET'],
  [{ TURN_SECRET: 's'.repeat(32) }, 'TURN_URLS'],
  [{ TURN_URLS: 'stun:turn.example', TURN_SECRET: 's'.repeat(32) }, 'TURN_URLS'],
  [{ TURN_URLS: 'turn:a.example;turn:b.example', TURN_SECRET: 's'.repeat(32) }, 'TURN_URLS'],
  [{ TURN_URLS: 'turn:turn.example', TURN_SECRET: 's'.repeat(31) }, 'TURN_SECRET'],
  [{ TURN_URLS: 'turn:turn.example', TURN_SECRET: `${'s'.repeat(32)} ` }, 'TURN_SECRET'],
  [{ TURN_LIFETIME: '599' }, 'TURN_LIFETIME'],
  [{ TURN_LIFETIME: '12h' }, 'TURN_LIFETIME'],
  [{ METRICS_PORT: '0' }, 'METRICS_PORT'],
  [{ TEXT_GATEWAY: 'yes' }, 'TEXT_GATEWAY'],
  [{ TEXT_GATEWAY_HOST: 'localhost' }, 'TEXT_GATEWAY_HOST'],
  [{ TEXT_GATEWAY_ADDRESS: '[::1]' }, 'TEXT_GATEWAY_ADDRESS'],
  [{ TEXT_GATEWAY: 'on', TEXT_GATEWAY_HOST: '0.0.0.0' }, 'TEXT_GATEWAY_ADDRESS'],
  [{ TEXT_GATEWAY: 'on', TEXT_GATEWAY_ADDRESS: '0.0.0.0' }, 'TEXT_GATEWAY_ADDRESS'],
  [{ TEXT_GATEWAY: 'on', TEXT_GATEWAY_ADDRESS: '2001:db8::1' }, 'TEXT_GATEWAY_ADDRESS'],
  [{ TEXT_GATEWAY_PORTS: '40200' }, 'TEXT_GATEWAY_PORTS'],
  [{ TEXT_GATEWAY_PORTS: '40399-40200' }, 'TEXT_GATEWAY_PORTS'],
  [{ TEXT_GATEWAY_PORTS: '80-90' }, 'TEXT_GATEWAY_PORTS'],
  [{ TEXT_GATEWAY_PORTS: '65000-65536' }, 'TEXT_GATEWAY_PORTS'],
  [{ LIMIT_TEXT_GATEWAY_CALLS: '0' }, 'LIMIT_TEXT_GATEWAY_CALLS'],
  [{ METRICS_PORT: '65536' }, 'METRICS_PORT'],
  [{ METRICS_PORT: '9464', METRICS_HOST: '[::1]' }, 'METRICS_HOST'],
  [{ LIMIT_MAILBOX_CALLS: '0' }, 'LIMIT_MAILBOX_CALLS'],
  [{ LIMIT_MAILBOX_CALLS: 'many' }, 'LIMIT_MAILBOX_CALLS'],
  [{ LIMIT_MAILBOX_MINUTES: '1' }, 'LIMIT_MAILBOX_MINUTES'],
  [{ LIMIT_MEDIA_CALLS: '-1' }, 'LIMIT_MEDIA_CALLS'],
  [{ LIMIT_MEDIA_CALLS: '1.5' }, 'LIMIT_MEDIA_CALLS'],
  [{ LIMIT_STUN_ANSWERS: '1e9' }, 'LIMIT_STUN_ANSWERS'],
  [{ LIMIT_SIP_CONNECTIONS: '0' }, 'LIMIT_SIP_CONNECTIONS'],
  [{ LIMIT_SIP_CONNECTIONS_PER_ADDRESS: 'many' }, 'LIMIT_SIP_CONNECTIONS_PER_ADDRESS'],
  [{ LIMIT_SIP_UNPROVEN: '-5' }, 'LIMIT_SIP_UNPROVEN'],
  [{ LIMIT_SIP_UNPROVEN_PER_ADDRESS: '1.5' }, 'LIMIT_SIP_UNPROVEN_PER_ADDRESS'],
  [{ LIMIT_SIP_UNPROVEN_SECONDS: '1' }, 'LIMIT_SIP_UNPROVEN_SECONDS'],
  [{ LIMIT_SIP_UNREAD_MB: '0' }, 'LIMIT_SIP_UNREAD_MB'],
  ...[
    'proxy.example',
    '10',
    '10.1',
    '010.0.0.1',
    '0x0a000001',
    '10.0.0.1:8080',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-8',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '0.0.0.0/0',
    '::/0',
    '::ffff:0:0/96',
    '::ffff:1.2.3.4/8',
    '::FFFF:0a00:0/96',
    '0:0:0:0:0:ffff:10.0.0.0/24',
    '0.0.0.0/1,128.0.0.0/1',
    '10.0.0.1, 64.0.0.0/2,::ffff:128.0.0.0/97, 0.0.0.0/2',
    '::/1,8000::/1,192.0.2.7',
    '2001:db8::/129',
    '[2001:db8::1]',
    'fe80::1%eth0',
    'true',
    '1',
    '*',
    'Loopback',
    'constructor',
    'loopback,',
    'loopback;10.0.0.1',
  ].map((value): [{ TRUSTED_PROXIES: string }, string] => [{ TRUSTED_PROXIES: value }, 'TRUSTED_PROXIES']),
  [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS'],
  [{ CORS_ORIGINS: 'https://calls.example/' }, 'CORS_ORIGINS'],
  [{ CORS_ORIGINS: 'https://*.calls.example' }, 'CORS_ORIGINS'],
  [{ PUSH_SERVICES: 'https://*.push.example' }, 'PUSH_SERVICES'],
  [{ PUSH_SERVICES: 'push.example' }, 'PUSH_SERVICES'],
])('a wrong value names its variable: %j', (environment, name) => {
  const result = readConfig(environment);
  expect(!result.ok && result.problems.some((problem) => problem.startsWith(`${name}:`))).toBe(true);
});

test.each([
  [{}, '127.0.0.1'],
  [{ HOST: '192.0.2.1' }, '192.0.2.1'],
  [{ SAMTAL_MODE: 'test' }, '127.0.0.1'],
  [production, '0.0.0.0'],
  [{ ...production, HOST: '192.0.2.1' }, '0.0.0.0'],
  [{ ...production, STUN_HOST: '192.0.2.2' }, '192.0.2.2'],
  [{ STUN_HOST: '0.0.0.0' }, '0.0.0.0'],
])(
  'SIP-07 D20 without STUN_HOST, STUN listens on every address in production and on HOST elsewhere: %j gives %s',
  (environment, stunHost) => {
    expect(readConfig(environment)).toMatchObject({ ok: true, config: { stunHost } });
  },
);

test.each([
  [{}, undefined],
  [{ PUBLIC_URL: 'https://calls.example' }, 'wss://calls.example/sip'],
  [{ PUBLIC_URL: 'https://calls.example', SIP_WS_URI: 'wss://sip.example' }, 'wss://sip.example'],
  [{ SIP_WS_URI: 'wss://a.example/ws, wss://b.example:8443' }, 'wss://a.example/ws,wss://b.example:8443'],
])(
  'SIP-01 browsers find SIP beside the web app, unless configured otherwise: %j',
  (environment, sipWsUri) => {
    expect(readConfig(environment)).toMatchObject({ ok: true, config: { sipWsUri } });
  },
);

test('every empty variable counts as unset', () => {
  const empty = Object.fromEntries(VARIABLE_NAMES.map((name) => [name, '']));
  expect(readLaunch({ ...empty, SAMTAL_MDOE: '', NODE_ENV: '' })).toEqual(readLaunch({}));
  expect(readLaunch({ SAMTAL_MODE: '', HOST: '0.0.0.0' })).toMatchObject({ ok: false });
});

test.each([
  [{ PORT: 'abc' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ PORT: '99999' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ PORT: '-1' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ PORT: '80.5' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ PORT: '0x50' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ PORT: '1e3' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ PORT: ' ' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ STUN_PORT: '65536' }, 'STUN_PORT: must be a whole number from 0 to 65535'],
  [{ SAMTAL_MODE: 'prod' }, 'SAMTAL_MODE: must be demo, production or test'],
  [{ SAMTAL_MODE: 'Production' }, 'SAMTAL_MODE: must be demo, production or test'],
  [{ SAMTAL_MODE: 'production ' }, 'SAMTAL_MODE: must be demo, production or test'],
  [{ SIP_ENGINE: 'kamailio' }, 'SIP_ENGINE: must be embedded or external'],
  [{ SIP_WEB_PUSH: 'yes' }, 'SIP_WEB_PUSH: must be off or on'],
  [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent'],
  [{ TURN_LIFETIME: '12h' }, 'TURN_LIFETIME: must be a whole number of seconds from 600 to 604800'],
])('D43 the message for a wrong value says what is allowed: %j', (environment, problem) => {
  expect(readConfig(environment)).toEqual({ ok: false, problems: [problem] });
});

test.each(VARIABLE_NAMES)('D43 an invalid value of %s has its own message', (name) => {
  for (const value of ['?', '-1', ' ', '\u0000', '=']) {
    const result = readConfig({ [name]: value });
    const problems = result.ok ? [] : result.problems;
    for (const problem of problems) expect(problem).toMatch(/^[A-Z_]+: must [^\n]+$/);
  }
});

test.each([
  [{ SIP_DOMAIN: undefined }, 'SIP_DOMAIN'],
  [{ SIP_DOMAIN: '' }, 'SIP_DOMAIN'],
  [{ PUBLIC_URL: undefined }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: undefined, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@calls.example' }, 'PUBLIC_URL'],
])('D43 production does not guess: %j is refused in one line', (missing, name) => {
  expect(readLaunch({ ...production, ...missing })).toEqual({
    ok: false,
    problems: [expect.stringMatching(new RegExp(`^${name}: must be set in production[^\\n]+$`))],
  });
});

test('D43 production is for secure pages only, except on this machine', () => {
  expect(readLaunch({ ...production, PUBLIC_URL: 'http://calls.example' })).toEqual({
    ok: false,
    problems: [expect.stringMatching(/^PUBLIC_URL: must begin with https: in production/)],
  });
  expect(readLaunch({ ...production, PUBLIC_URL: 'http://localhost:8080' })).toMatchObject({ ok: true });
});

test('D43 production starts with a mode, a domain and an address, whatever else is set', () => {
  expect(readLaunch({ ...production, NODE_ENV: 'production', HOST: '0.0.0.0' })).toMatchObject({
    ok: true,
    warnings: [],
    config: { mode: 'production', sipDomain: 'calls.example', publicUrl: 'https://calls.example' },
  });
});

test('D43 a start that others can reach is refused in one line when no mode is set', () => {
  for (const open of [{ PUBLIC_URL: 'https://calls.example' }, { HOST: '::' }, { NODE_ENV: 'production' }])
    expect(readLaunch({ SAMTAL_MODE: '', ...open })).toEqual({
      ok: false,
      problems: [expect.stringMatching(/^SAMTAL_MODE: must be set, because [^\n]+$/)],
    });
});

test('D43 unknown arguments of the command line are refused', () => {
  expect(readLaunch({}, ['--wan'])).toEqual({
    ok: false,
    problems: [expect.stringMatching(/^Unknown option "--wan"\. [^\n]+$/)],
  });
});

test('D43 misspelt names stop the start or cause a warning, and their values are not repeated', () => {
  expect(readLaunch({ SAMTAL_MDOE: 's3cret' })).toEqual({
    ok: false,
    problems: ['SAMTAL_MDOE: unknown variable. The nearest known name is SAMTAL_MODE.'],
  });
  expect(readLaunch({ BRANDING_DRI: '/etc/s3cret', SMTP_URI: 's3cret' })).toMatchObject({
    ok: true,
    warnings: [
      'BRANDING_DRI: unknown variable, ignored. Did you mean BRANDING_DIR?',
      'SMTP_URI: unknown variable, ignored. Did you mean SMTP_URL?',
    ],
  });
});

test.each([
  'postgres://samtal:s%40crt@db.example:5432/samtal?sslmode=verify-full',
  'postgresql://db.example/samtal',
  'postgres:///samtal?host=/run/postgresql',
])('D26 a PostgreSQL database is configured by a URL: %s', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({ ok: true, config: { databaseUrl: DATABASE_URL } });
});

test.each([
  'postgres://samtal:s3cr3t@db.example',
  'postgres://samtal:12/s3cr3t@db',
  'postgres://samtal:12/x?s3cr3t@db/samtal',
  'postgres://samtal:12/x?y=s3cr3t@db/samtal',
  'postgres://samtal:12/x#s3cr3t@db/samtal',
  'postgres:/samtal:s3cr3t@db',
  'postgres:///samtal:s3cr3t@db',
  'postgres:samtal:s3cr3t@db/samtal',
  'postgres://samtal:12/s3\ncr3t@db',
  'postgres://samtal:s3cr3t\n@db/samtal',
  'x postgres://samtal:s3cr3t@db/samtal',
  'samtal:s3cr3t@db/samtal',
])('D26 D103 the wrong database URL %j is refused, and its password is not repeated', (DATABASE_URL) => {
  const result = readConfig({ DATABASE_URL });
  expect(result).toEqual({
    ok: false,
    problems: [expect.stringMatching(/^DATABASE_URL: must be an address/)],
  });
  expect(JSON.stringify(result)).not.toMatch(/s3|cr3t/);
});

test.each([' ', '\t', '\r\n', '\u00A0'])('D103 %j around a database URL is no part of it', (space) => {
  const DATABASE_URL = 'postgres://samtal:s3cr3t@db.example/samtal';
  expect(readConfig({ DATABASE_URL: `${space}${DATABASE_URL}${space}` })).toMatchObject({
    config: { databaseUrl: DATABASE_URL },
  });
});

/** What ends the password of an address too early, and how it is written there. */
const WRITTEN = { '#': '%23', '?': '%3F', '/': '%2F' };

test.each([
  ...Object.entries(WRITTEN).flatMap(([sign, written]) =>
    // A number could be a port, so that what follows it would count as path, query or fragment.
    ['abc', '25'].flatMap((start) => [
      ['DATABASE_URL', `postgres://samtal:${start}${sign}s3cr3t@db.example/samtal`, written] as const,
      ['SMTP_URL', `smtp://samtal:${start}${sign}s3cr3t@mail.example`, written] as const,
    ]),
  ),
  // No mail could be sent with these.
  ['SMTP_URL', 'smtp://samtal:100%s3cr3t@mail.example', '%25'] as const,
  ['SMTP_URL', 'smtp://50%zz:s3cr3t@mail.example', '%25'] as const,
])('D26 %s=%s is refused in a line that has %s, and its password is not repeated', (name, value, written) => {
  const others = { PUBLIC_URL: 'https://calls.example', MAIL_FROM: 'calls@calls.example' };
  const result = readConfig({ ...others, [name]: value });
  const line = new RegExp(`^${name}: must be an address .*${written}`);
  expect(result).toMatchObject({ ok: false, problems: [expect.stringMatching(line)] });
  expect(JSON.stringify(result)).not.toContain('s3cr3t');
});

test('mail, links and other origins are off until they are set', () => {
  expect(readConfig({})).toMatchObject({
    ok: true,
    config: { mail: undefined, publicUrl: undefined, corsOrigins: [] },
  });
  expect(
    readConfig({
      PUBLIC_URL: 'https://calls.example/app/',
      SMTP_URL: 'smtps://user:p%40ss@mail.example',
      MAIL_FROM: 'Calls <calls@calls.example>',
      CORS_ORIGINS: 'https://a.example, http://b.example:8080',
    }),
  ).toMatchObject({
    ok: true,
    config: {
      publicUrl: 'https://calls.example/app',
      mail: { smtpUrl: 'smtps://user:p%40ss@mail.example', from: 'Calls <calls@calls.example>' },
      corsOrigins: ['https://a.example', 'http://b.example:8080'],
    },
  });
});

test.each([
  ['smtp://mail.example', undefined, 'required', 0],
  ['smtp://user:s3cret@mail.example', 'off', 'off', 1],
  ['smtp://127.0.0.1:25', undefined, 'off', 0],
  ['smtp://[::1]:25', undefined, 'off', 0],
  ['smtp://localhost:25', 'required', 'required', 0],
  ['smtps://mail.example', 'off', 'off', 1],
] as const)('D113 for %s and SMTP_TLS=%s TLS is %s, with %i warnings', (SMTP_URL, SMTP_TLS, tls, count) => {
  const result = readConfig({
    SAMTAL_MODE: 'demo',
    PUBLIC_URL: 'https://calls.example:8443/app',
    MAIL_FROM: 'calls@calls.example',
    SMTP_URL,
    SMTP_TLS,
  });
  expect(result).toMatchObject({ ok: true, config: { mail: { tls, ourName: 'calls.example' } } });
  const warnings = result.ok ? result.warnings.filter((each) => each.startsWith('SMTP_TLS: ')) : [];
  expect(warnings).toHaveLength(count);
  expect(warnings.join()).not.toContain('s3cret');
});

test('proxies are trusted on this machine until TRUSTED_PROXIES names others, which replace them', () => {
  expect(readConfig({})).toMatchObject({ ok: true, config: { trustedProxies: ['loopback'] } });
  const TRUSTED_PROXIES = 'loopback, 10.0.0.0/8,192.0.2.7,2001:db8::/64, ::ffff:192.0.2.8, uniquelocal';
  const result = readConfig({ TRUSTED_PROXIES });
  expect(result).toMatchObject({
    ok: true,
    config: {
      trustedProxies: [
        'loopback',
        '10.0.0.0/8',
        '192.0.2.7',
        '2001:db8::/64',
        '::ffff:192.0.2.8',
        'uniquelocal',
      ],
    },
  });
});

test.each([
  [['0.0.0.0/0', '::/0', 'proxy.example', '10.0.0.0/8,'], /such as 192\.0\.2\.7.*not \/0/],
  [['::ffff:0:0/96', '::ffff:1.2.3.4/8', '192.0.2.7,::ffff:a00:0/96'], /as 10\.0\.0\.0\/8/],
  [['0.0.0.0/1,128.0.0.0/1', '8000::/1,::/1', '::ffff:0:0/97,128.0.0.0/1'], /must not contain every/],
])('D26 the message for TRUSTED_PROXIES with one of %j matches %s', (values, message) => {
  for (const TRUSTED_PROXIES of values)
    expect(readConfig({ TRUSTED_PROXIES })).toEqual({
      ok: false,
      problems: [expect.stringMatching(message)],
    });
});

test('D26 proxies that leave out one address of a family are accepted, in any order', () => {
  const allButLast = Array.from({ length: 32 }, (_, index) => {
    const start = 2 ** 32 - 2 ** (32 - index);
    const bytes = [start >>> 24, (start >>> 16) & 255, (start >>> 8) & 255, start & 255];
    return `${bytes.join('.')}/${index + 1}`;
  });
  for (const list of [allButLast, allButLast.toReversed()]) {
    expect(readConfig({ TRUSTED_PROXIES: list.join() })).toMatchObject({ ok: true });
    expect(readConfig({ TRUSTED_PROXIES: [...list, '255.255.255.255'].join() })).toMatchObject({ ok: false });
  }
});

test('every value of TRUSTED_PROXIES that the configuration accepts can be compiled', () => {
  for (const value of [
    'loopback',
    'linklocal',
    '1.2.3.4/1',
    '::/1',
    '::1.2.3.4',
    '::ffff:1.2.3.4/128',
    '::ffff:0:0/97',
  ])
    expect(readConfig({ TRUSTED_PROXIES: value }).ok && trustedProxies([value])('192.0.2.1')).toBe(false);
});

test('D20 there is no TURN until address and secret are set; messages never repeat the secret', () => {
  const secret = 's3cret-'.repeat(5);
  const urls = 'turn:turn.example, turns:turn.example:443?transport=tcp';
  expect(readConfig({})).toMatchObject({ ok: true, config: { turn: undefined } });
  expect(readConfig({ TURN_URLS: urls, TURN_SECRET: secret })).toMatchObject({
    ok: true,
    config: {
      turn: {
        urls: ['turn:turn.example', 'turns:turn.example:443?transport=tcp'],
        secret,
        lifetimeSeconds: 43_200,
      },
    },
  });
  const refused = readConfig({ TURN_URLS: urls, TURN_SECRET: 'too-short-a-secret' });
  expect(refused).toMatchObject({ ok: false });
  expect(JSON.stringify(refused)).not.toContain('too-short');
});

test('D94 there is no text gateway until it is turned on, and then it listens on this machine only', () => {
  expect(readConfig({})).toMatchObject({ ok: true, config: { textGateway: undefined } });
  const gatewayIn = (environment: Record<string, string>) => {
    const result = readConfig({ TEXT_GATEWAY: 'on', ...environment });
    return result.ok ? result.config.textGateway : result.problems;
  };
  const ports = { firstPort: 40_200, lastPort: 40_399 };
  expect(gatewayIn({})).toEqual({ host: '127.0.0.1', address: '127.0.0.1', ...ports });
  expect(gatewayIn({ TEXT_GATEWAY_HOST: '0.0.0.0', TEXT_GATEWAY_ADDRESS: '192.0.2.1' })).toEqual({
    host: '0.0.0.0',
    address: '192.0.2.1',
    ...ports,
  });
  expect(gatewayIn({ TEXT_GATEWAY_PORTS: '30000-30001' })).toMatchObject({
    firstPort: 30_000,
    lastPort: 30_001,
  });
});

test('D26 each limit has a default, accepts a number, and refuses everything else by name', () => {
  const limitsIn = (environment: Record<string, string>) => {
    const result = readConfig(environment);
    return result.ok ? result.config.limits : result.problems;
  };
  expect(limitsIn({})).toEqual(DEFAULT_LIMITS);
  expect(
    limitsIn({
      LIMIT_ANONYMOUS_SESSIONS: '0',
      LIMIT_ANONYMOUS_SESSIONS_PER_ADDRESS: '7',
      LIMIT_ANONYMOUS_CALLS: '8',
      LIMIT_ANONYMOUS_CALLS_PER_ADDRESS: '2',
      LIMIT_HISTORY_MB: '3',
      LIMIT_ANONYMOUS_HISTORY_MB: '4',
      LIMIT_CONNECTIONS: '50',
      LIMIT_CONNECTIONS_PER_ADDRESS: '6',
      LIMIT_WAITING_MAILS: '9',
      LIMIT_MAILBOX_CALLS: '500',
      LIMIT_MAILBOX_MINUTES: '30',
      LIMIT_MEDIA_CALLS: '0',
      LIMIT_TEXT_GATEWAY_CALLS: '12',
      LIMIT_STUN_ANSWERS: '5000',
    }),
  ).toEqual({
    anonymousSessions: 0,
    anonymousSessionsPerAddress: 7,
    anonymousCalls: 8,
    anonymousCallsPerAddress: 2,
    historyBytes: 3_000_000,
    anonymousHistoryBytes: 4_000_000,
    connections: 50,
    connectionsPerAddress: 6,
    waitingMails: 9,
    sipConnections: DEFAULT_LIMITS.sipConnections,
    mailboxCalls: 500,
    mailboxMinutes: 30,
    mediaCalls: 0,
    textGatewayCalls: 12,
    stunAnswers: 5_000,
  });
  for (const value of ['many', '-1', '1.5', '0x10', '1e3', '1000001'])
    expect(limitsIn({ LIMIT_CONNECTIONS: value })).toEqual([
      'LIMIT_CONNECTIONS: must be a whole number from 10 to 1000000',
    ]);
});

test('the limits of SIP connections come from the environment, else they are the documented ones', () => {
  const limitsIn = (environment: Record<string, string>) => {
    const result = readConfig(environment);
    return result.ok ? result.config.limits.sipConnections : result.problems;
  };
  expect(limitsIn({})).toEqual({
    inAll: 5000,
    perAddress: 500,
    unprovenInAll: 1000,
    unprovenPerAddress: 50,
    unprovenSeconds: 60,
    unreadMb: 64,
  });
  expect(
    limitsIn({
      LIMIT_SIP_CONNECTIONS: '20000',
      LIMIT_SIP_CONNECTIONS_PER_ADDRESS: '3000',
      LIMIT_SIP_UNPROVEN: '400',
      LIMIT_SIP_UNPROVEN_PER_ADDRESS: '300',
      LIMIT_SIP_UNPROVEN_SECONDS: '30',
      LIMIT_SIP_UNREAD_MB: '256',
    }),
  ).toEqual({
    inAll: 20_000,
    perAddress: 3000,
    unprovenInAll: 400,
    unprovenPerAddress: 300,
    unprovenSeconds: 30,
    unreadMb: 256,
  });
});

test('D7 SIP_WS_URI without an external SIP server causes a warning that says what it does', () => {
  const SIP_WS_URI = 'wss://sip.example';
  const warned = (environment: Record<string, string>) => {
    const result = readLaunch({ ...production, BRANDING_DIR: '/etc/brand', ...environment });
    return result.ok ? result.warnings : result.problems;
  };
  expect(warned({ SIP_WS_URI })).toEqual([expect.stringMatching(/^SIP_WS_URI: browsers connect there, /)]);
  expect(warned({ SIP_WS_URI, SIP_ENGINE: 'external' })).toEqual([]);
});

test('D92 without METRICS_PORT there are no metrics, with it they are on this machine only', () => {
  expect(readConfig({})).toMatchObject({ ok: true, config: { metrics: undefined } });
  expect(readConfig({ METRICS_PORT: '9464' })).toMatchObject({
    ok: true,
    config: { metrics: { port: 9464, host: '127.0.0.1' } },
  });
});

test.each([
  [{ SIP_WEB_PUSH: 'on' }, /^SIP_WEB_PUSH: ignored/],
  [{ MAIL_FROM: 'calls@calls.example' }, /^MAIL_FROM: ignored/],
])('D26 a setting without effect gets a warning: %j', (environment, warning) => {
  expect(readConfig(environment)).toMatchObject({ ok: true, warnings: [expect.stringMatching(warning)] });
});

test('D92 a METRICS_HOST that other machines reach, or one without METRICS_PORT, gets a warning', () => {
  const port = { METRICS_PORT: '9464' };
  expect(readConfig({ ...port, METRICS_HOST: '::1' })).toMatchObject({ ok: true, warnings: [] });
  expect(readConfig({ ...port, METRICS_HOST: '0.0.0.0' })).toMatchObject({
    warnings: [expect.stringMatching(/^METRICS_HOST: the metrics have no login\./)],
  });
  expect(readConfig({ METRICS_HOST: '0.0.0.0' })).toMatchObject({
    warnings: [expect.stringMatching(/^METRICS_HOST: ignored/)],
  });
});

test.each([
  {
    name: 'ACCOUNT_DELETION_DAYS',
    key: 'accountDeletionDays',
    initial: 14,
    good: ['1', '365'],
    bad: ['0', '366', '1.5'],
  },
  { name: 'MESSAGE_DAYS', key: 'messageDays', initial: 0, good: ['0', '3650'], bad: ['3651', '-1', 'never'] },
  { name: 'AUDIT_DAYS', key: 'auditDays', initial: 365, good: ['0', '3650'], bad: ['3651', '-1', 'never'] },
] as const)('D96 $name is a number of days with a default', ({ name, key, initial, good, bad }) => {
  const read = (value: string | undefined) => readConfig({ [name]: value });
  const none = read(undefined);
  expect(none.ok && none.config[key]).toBe(initial);
  for (const value of good) {
    const result = read(value);
    expect(result.ok && result.config[key]).toBe(Number(value));
  }
  for (const value of bad) {
    const result = read(value);
    expect(result.ok ? [] : result.problems.join()).toContain(`${name}: `);
  }
});

test('D95 --lan opens a port for the network, with STUN for it, and takes only wss: for SIP', () => {
  expect(readLaunch({ LAN_PORT: '9443' }, ['--lan'])).toMatchObject({
    ok: true,
    config: { host: '127.0.0.1', lanPort: 9443, stunHost: '0.0.0.0', mode: 'demo' },
  });
  expect(readLaunch({ LAN_PORT: '9443' })).toMatchObject({ ok: true, config: { lanPort: undefined } });
  expect(readLaunch({ SIP_ENGINE: 'external', SIP_WS_URI: 'ws://sip.example' }, ['--lan'])).toEqual({
    ok: false,
    problems: ['SIP_WS_URI: must begin with wss:, because browsers block ws: on https pages'],
  });
});

test('D100 in production roles need a second factor unless the operator says otherwise', () => {
  const production = {
    SAMTAL_MODE: 'production',
    SIP_DOMAIN: 'calls.example',
    PUBLIC_URL: 'https://calls.example',
  };
  const read = (more: Record<string, string>) => {
    const result = readConfig(more);
    return result.ok ? result.config.consoleSecondFactor : result.problems;
  };
  expect([read({}), read(production)]).toEqual(['optional', 'required']);
  expect(read({ ...production, CONSOLE_SECOND_FACTOR: 'optional' })).toBe('optional');
  expect(read({ CONSOLE_SECOND_FACTOR: 'required' })).toBe('required');
  expect(read({ CONSOLE_SECOND_FACTOR: 'on' })).toEqual([
    'CONSOLE_SECOND_FACTOR: must be required or optional',
  ]);
});

const database = 'postgres://db.example/samtal';
const external = { SIP_ENGINE: 'external', SIP_WS_URI: 'ws://sip.example' };

test('D105 a server is one process unless the operator says several', () => {
  expect(readConfig({ ...external, DATABASE_URL: database })).toMatchObject({
    ok: true,
    config: { serverProcesses: 'one' },
  });
  expect(readConfig({ ...external, DATABASE_URL: database, SERVER_PROCESSES: 'several' })).toMatchObject({
    ok: true,
    warnings: [],
    config: { serverProcesses: 'several' },
  });
});

test.each([
  [
    { DATABASE_URL: database },
    /^SERVER_PROCESSES: several processes need SIP_ENGINE=external, [^\n]*Set up Kamailio/,
  ],
  [external, /^SERVER_PROCESSES: several processes need a PostgreSQL database, [^\n]*Set DATABASE_URL/],
])('D105 several processes are refused with %j, and the line says what to do', (environment, line) => {
  expect(readConfig({ ...environment, SERVER_PROCESSES: 'several' })).toEqual({
    ok: false,
    problems: [expect.stringMatching(line)],
  });
});

test('D105 a misspelt number of processes names the words', () => {
  expect(readConfig({ SERVER_PROCESSES: '2' })).toEqual({
    ok: false,
    problems: ['SERVER_PROCESSES: must be one or several'],
  });
});

import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('D26 an empty environment gives the defaults a newcomer needs', () => {
  expect(readConfig({})).toMatchObject({
    ok: true,
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
  [{ SIP_DOMAIN: 'not a domain' }, 'SIP_DOMAIN'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ PUBLIC_URL: 'calls.example' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://calls.example/?a=1' }, 'PUBLIC_URL'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL'],
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
  [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS'],
  [{ CORS_ORIGINS: 'https://calls.example/' }, 'CORS_ORIGINS'],
])('a wrong value names its variable: %j', (environment, name) => {
  const result = readConfig(environment);
  expect(!result.ok && result.problems.some((problem) => problem.startsWith(`${name}:`))).toBe(true);
});

test.each([
  [{}, '127.0.0.1'],
  [{ HOST: '192.0.2.1' }, '192.0.2.1'],
  [{ SAMTAL_MODE: 'test' }, '127.0.0.1'],
  [{ SAMTAL_MODE: 'production' }, '0.0.0.0'],
  [{ SAMTAL_MODE: 'production', HOST: '192.0.2.1' }, '0.0.0.0'],
  [{ SAMTAL_MODE: 'production', STUN_HOST: '192.0.2.2' }, '192.0.2.2'],
  [{ STUN_HOST: '0.0.0.0' }, '0.0.0.0'],
])(
  'SIP-07 D20 STUN is reached directly in production, and opens nothing elsewhere: %j listens on %s',
  (environment, stunHost) => {
    expect(readConfig(environment)).toMatchObject({ ok: true, config: { stunHost } });
  },
);

test.each([
  [{}, undefined],
  [{ PUBLIC_URL: 'https://calls.example' }, 'wss://calls.example/sip'],
  [{ PUBLIC_URL: 'https://calls.example', SIP_WS_URI: 'wss://sip.example' }, 'wss://sip.example'],
  [{ SIP_WS_URI: 'wss://a.example/ws, wss://b.example:8443' }, 'wss://a.example/ws,wss://b.example:8443'],
])('SIP-01 browsers find SIP beside the web app, unless told otherwise: %j', (environment, sipWsUri) => {
  expect(readConfig(environment)).toMatchObject({ ok: true, config: { sipWsUri } });
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', HOST: '0.0.0.0' })).toMatchObject({
    ok: true,
    config: { port: 8080, host: '0.0.0.0' },
  });
});

test.each([
  'postgres://samtal:s%40crt@db.example:5432/samtal?sslmode=verify-full',
  'postgresql://db.example/samtal',
  'postgres:///samtal?host=/run/postgresql',
])('D26 PostgreSQL is a URL: %s', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({ ok: true, config: { databaseUrl: DATABASE_URL } });
});

test('D26 a wrong URL of the database is not repeated with its password', () => {
  const result = readConfig({ DATABASE_URL: 'postgres://samtal:s3cr3t@db.example' });
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

test('D20 there is no TURN until address and secret are set; what is wrong with the secret never repeats it', () => {
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

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
  [{ DATABASE_URL: 'postgres://db.example/samtal' }, 'DATABASE_URL'],
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

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
  [{ SIP_ENGINE: 'asterisk' }, 'SIP_ENGINE'],
  [{ SIP_WS_URI: 'http://sip.example' }, 'SIP_WS_URI'],
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

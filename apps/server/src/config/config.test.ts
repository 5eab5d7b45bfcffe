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

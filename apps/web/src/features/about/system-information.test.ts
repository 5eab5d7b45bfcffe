import { parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { loginAnswer } from '../../testing/fake-user-api.ts';
import { systemInformation } from './system-information.ts';

const result = parseBrand({ anonymous: { enabled: true } });
if (!result.ok) throw new Error('the brand must be valid');
const { brand } = result;

const chromeOnLinux =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const factsOf = (username: string, userAgent = chromeOnLinux, server?: string) =>
  Object.fromEntries(
    systemInformation({
      user: { ...loginAnswer, username, password: 'pw' },
      brand,
      version: '8.2.3-1',
      commit: 'abcdef1',
      userAgent,
      server,
    }).map(({ label, value }) => [label, value]),
  );

test('SET-21 A-008 A-120 contains account, version with its hash, browser, system and server', () => {
  expect(factsOf('alice', chromeOnLinux, 'wss://calls.example:8443/sip')).toEqual({
    'about.username': 'alice',
    'about.sip': 'alice@demo.example',
    'about.version': '8.2.3-1 (abcdef1)',
    'about.browser': 'Chrome',
    'about.browserversion': '131.0.0',
    'about.os': 'Linux',
    'about.serverip': 'calls.example',
  });
});

test('SET-21 a user without an account has neither name nor address in the facts', () => {
  const facts = factsOf('anonymous');
  expect(Object.keys(facts)).not.toContain('about.username');
  expect(Object.keys(facts)).not.toContain('about.sip');
});

test.each([
  ['an unknown browser', 'Something/1.0'],
  ['no user agent', ''],
])('%s gives undefined facts, not an error', (_what, userAgent) => {
  expect(factsOf('alice', userAgent)).toMatchObject({
    'about.browser': undefined,
    'about.os': undefined,
    'about.serverip': undefined,
  });
});

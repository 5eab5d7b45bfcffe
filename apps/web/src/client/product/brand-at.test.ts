import { parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { brandAt } from './brand-at.ts';

const normal = { server: 'https://calls.example', captcha: { provider: 'recaptcha', siteKey: 'real' } };
const development = { server: 'https://test.example', captcha: { siteKey: 'trial' } };

test.each([
  ['localhost', development, ['https://test.example', 'trial']],
  ['127.0.0.1', development, ['https://test.example', 'trial']],
  ['[::1]', development, ['https://test.example', 'trial']],
  ['calls.example', development, ['https://calls.example', 'real']],
  ['localhost.example', development, ['https://calls.example', 'real']],
  ['localhost', undefined, ['https://calls.example', 'real']],
])('BRAND-09 A-037 at %s with %j server and captcha key are %j', (hostname, given, expected) => {
  const result = parseBrand(given === undefined ? normal : { ...normal, development: given });
  if (!result.ok) throw new Error('the brand of the test is invalid');
  const { server, captcha } = brandAt(result.brand, hostname);
  expect([server, captcha.siteKey]).toEqual(expected);
  expect(captcha.provider).toBe('recaptcha');
});

test.each([
  ['', '/call'],
  ['https://calls.example', 'https://calls.example'],
])('the server %j of a brand for a product in the folder /call is %s', (server, expected) => {
  const result = parseBrand({ server });
  if (!result.ok) throw new Error('the brand of the test is invalid');
  expect(brandAt(result.brand, 'example.org', '/call').server).toBe(expected);
});

import { expect, test } from 'vitest';
import { returnPathOf } from './return-path.ts';

test.each([
  [{ returnPath: '/call' }, '/call'],
  [{ returnPath: '/settings/about' }, '/settings/about'],
  [{ returnPath: '/' }, '/'],
  [{ returnPath: '/login' }, '/'],
  [{ returnPath: '//elsewhere.example' }, '/'],
  [{ returnPath: 'https://elsewhere.example' }, '/'],
  [{ returnPath: '/\\elsewhere.example' }, '/'],
  [{ returnPath: '/\t/elsewhere.example' }, '/'],
  [{ returnPath: '/call\\..' }, '/'],
  [{ returnPath: 'javascript:alert(1)' }, '/'],
  [{ returnPath: '\\\\elsewhere.example' }, '/'],
  [{ returnPath: 7 }, '/'],
  [{}, '/'],
  [null, '/'],
  ['/call', '/'],
])('ROUTE-13 ROUTE-14 after the login with history state %j comes %s', (state, path) => {
  expect(returnPathOf(state)).toBe(path);
});

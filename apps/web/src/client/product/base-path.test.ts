import { expect, test } from 'vitest';
import { pathBelow } from './base-path.ts';

test.each([
  ['/settings/about', '', '/settings/about'],
  ['/', '', '/'],
  ['/call/settings/about', '/call', '/settings/about'],
  ['/call/', '/call', '/'],
  ['/call', '/call', '/'],
  ['/call/call', '/call', '/call'],
  ['/calls', '/call', '/calls'],
])('the path %s of a product in %j is the page %s', (path, base, page) => {
  expect(pathBelow(path, base)).toBe(page);
});

import { expect, test } from 'vitest';
import { basePathOf, originRuleOf, pathInside, sipAddressAt } from './web-address.ts';

test.each([
  ['https://calls.example', 'wss://calls.example/sip'],
  ['https://calls.example:8443/app', 'wss://calls.example:8443/app/sip'],
  ['http://localhost:9000', 'ws://localhost:9000/sip'],
  ['https://[2001:db8::1]', 'wss://[2001:db8::1]/sip'],
])('SIP-01 behind %s browsers find SIP at %s', (publicUrl, address) => {
  expect(sipAddressAt(publicUrl)).toBe(address);
});

const portal = 'https://portal.example';

test.each([
  ['https://calls.example', '127.0.0.1:8080', true],
  ['https://calls.example', 'calls.example', true],
  ['http://calls.example', 'calls.example', false],
  ['https://evil.example', 'evil.example', false],
  ['null', '', false],
  [portal, '127.0.0.1:8080', true],
])(
  'A-039 behind https://calls.example a page of %s that reaches the host %s may call: %j',
  (origin, host, may) => {
    const rule = originRuleOf({ publicUrl: 'https://calls.example/app', corsOrigins: [portal] });
    expect(rule(origin, host)).toBe(may);
  },
);

test.each([
  ['https://calls.example', 'calls.example', true],
  ['http://127.0.0.1:8080', '127.0.0.1:8080', true],
  ['https://calls.example', '127.0.0.1:8080', false],
  ['null', '', false],
  ['nonsense', 'nonsense', false],
  [portal, '127.0.0.1:8080', true],
])('A-039 without PUBLIC_URL a page of %s that reaches the host %s may call: %j', (origin, host, may) => {
  const rule = originRuleOf({ publicUrl: undefined, corsOrigins: [portal] });
  expect(rule(origin, host)).toBe(may);
});

test.each([
  [undefined, ''],
  ['https://calls.example', ''],
  ['https://example.org/call', '/call'],
  ['https://example.org/a/b', '/a/b'],
])('the web app at %s is in the folder %j', (publicUrl, basePath) => {
  expect(basePathOf(publicUrl)).toBe(basePath);
});

test.each([
  ['', '/call/settings', '/call/settings'],
  ['/call', '/call/settings?a=b', '/settings?a=b'],
  ['/call', '/call/', '/'],
  ['/call', '/call', '/'],
  ['/call', '/call?a=b', '/?a=b'],
  ['/call', '/call/call', '/call'],
  ['/call', '/settings', '/settings'],
  ['/call', '/calls', '/calls'],
])('in the folder %j the path %s is %s', (basePath, url, inside) => {
  expect(pathInside(basePath, url)).toBe(inside);
});

import { expect, test } from 'vitest';
import { serverAddressOf } from './server-address.ts';
import { trustedProxies } from './trusted-proxies.ts';

const addressFor = (
  headers: Record<string, string>,
  { from = '192.0.2.7', publicUrl }: { from?: string; publicUrl?: string } = {},
) => {
  const socket = { remoteAddress: from, localPort: 8080 } as unknown as Parameters<
    typeof serverAddressOf
  >[0]['socket'];
  const found = serverAddressOf(
    { headers, socket },
    { publicUrl, isTrustedProxy: trustedProxies(['loopback']) },
  );
  return found && `${found.transport}://${found.host}:${found.port}`;
};
const proxied = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };

test.each([
  ['a host and a port', { host: 'Calls.example:8081' }, {}, 'ws://calls.example:8081'],
  ['the default port', { host: 'calls.example:80' }, {}, 'ws://calls.example:80'],
  ['no port', { host: 'calls.example' }, {}, 'ws://calls.example:8080'],
  ['an IPv6 address', { host: '[2001:db8::1]:8081' }, {}, 'ws://[2001:db8::1]:8081'],
  ['an IPv6 address without a port', { host: '[2001:db8::1]' }, {}, 'ws://[2001:db8::1]:8080'],
  [
    'a proxy and a known address',
    { host: 'a:1', ...proxied },
    { from: '127.0.0.1', publicUrl: 'https://b.example/app' },
    'wss://b.example:443',
  ],
  [
    'a proxy and a known address without TLS',
    { host: 'a:1', ...proxied },
    { from: '::1', publicUrl: 'http://b.example:8080' },
    'ws://b.example:8080',
  ],
  ['a proxy alone', { host: 'a.example:1', ...proxied }, { from: '127.0.0.1' }, 'wss://a.example:1'],
  ['a proxy and no port', { host: 'a.example', ...proxied }, { from: '127.0.0.1' }, 'wss://a.example:443'],
  [
    'a proxy without TLS and no port',
    { host: 'a.example', 'x-forwarded-for': '192.0.2.7' },
    { from: '127.0.0.1' },
    'ws://a.example:80',
  ],
  [
    'a proxy that passes on a forwarded host of the visitor',
    { host: 'a.example', 'x-forwarded-host': 'evil.example', ...proxied },
    { from: '127.0.0.1' },
    'wss://a.example:443',
  ],
  [
    'a direct client of this machine',
    { host: '127.0.0.1:8080' },
    { from: '127.0.0.1', publicUrl: 'https://b.example' },
    'ws://127.0.0.1:8080',
  ],
  [
    'a client that claims to be a proxy',
    { host: 'a.example:1', ...proxied, 'x-forwarded-host': 'evil' },
    { publicUrl: 'https://b.example' },
    'ws://a.example:1',
  ],
  ['a line break', { host: 'a\r\nX: 1' }, {}, undefined],
  ['a user', { host: 'user@evil.example' }, {}, undefined],
  ['a path', { host: 'a/b' }, {}, undefined],
  ['a port that is none', { host: 'a:99999' }, {}, undefined],
  ['nothing', {}, {}, undefined],
])(
  'RFC 3261 §16.6 with %s the address that the client reached is found',
  (_name, headers, options, expected) => {
    expect(addressFor(headers, options)).toBe(expected);
  },
);

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../http/testing/test-app.ts';
import { createTestApp } from '../http/testing/test-app.ts';
import { trustedProxies } from './trusted-proxies.ts';
import { visitorAddressOf } from './visitor-address.ts';

let bed: TestApp;

const start = async (...proxies: string[]): Promise<void> => {
  const isTrustedProxy = trustedProxies(proxies);
  bed = await createTestApp({
    proxies,
    extend: (app) =>
      void app.get('/ip', ({ ip, raw }) => ({ page: ip, upgrade: visitorAddressOf(raw, isTrustedProxy) })),
  });
};
beforeEach(() => start('loopback'));
afterEach(() => bed.close());

/** The address of a client, for a page and for an upgrade. */
async function addressesOf(from: string, forwarded: string | undefined): Promise<unknown> {
  const answer = await bed.app.inject({
    url: '/ip',
    remoteAddress: from,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
  return answer.json();
}

test.each([
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', '', '127.0.0.1'],
  ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['127.9.9.9', '203.0.113.7', '203.0.113.7'],
  ['::1', '2001:db8::7', '2001:db8::7'],
  ['::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
  // The client's own values come before the value that the proxy adds.
  ['127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['127.0.0.1', '203.0.113.7,127.0.0.1', '203.0.113.7'],
  ['127.0.0.1', '127.0.0.2', '127.0.0.2'],
  ['127.0.0.1', '203.0.113.7, unknown', 'unknown'],
  ['192.0.2.1', '203.0.113.7', '192.0.2.1'],
  ['::ffff:192.0.2.1', '127.0.0.1', '::ffff:192.0.2.1'],
])(
  'a client at %s with X-Forwarded-For %j has the address %s, for HTTP and for SIP',
  async (from, forwarded, address) => {
    expect(await addressesOf(from, forwarded)).toEqual({ page: address, upgrade: address });
  },
);

const chain = ['10.0.0.2', '198.51.100.0/24', '2001:db8:a::/48'];

test.each([
  // Two and three proxies in a row, each of which appends the address that it saw.
  ['10.0.0.2', '203.0.113.7, 198.51.100.9', '203.0.113.7'],
  ['::ffff:10.0.0.2', '203.0.113.7, 2001:db8:a::9, 198.51.100.9', '203.0.113.7'],
  ['10.0.0.2', '203.0.113.7, ::ffff:198.51.100.9', '203.0.113.7'],
  // What the client claims is in front of what the outermost proxy saw.
  ['10.0.0.2', '192.0.2.1, 203.0.113.7, 198.51.100.9', '203.0.113.7'],
  // A proxy that is not named ends the chain.
  ['10.0.0.2', '203.0.113.7, 192.0.2.1, 198.51.100.9', '192.0.2.1'],
  ['10.0.0.3', '203.0.113.7', '10.0.0.3'],
  ['2001:db8:b::9', '203.0.113.7', '2001:db8:b::9'],
  // Naming proxies replaces the default: a proxy on this machine must then be named, too.
  ['127.0.0.1', '203.0.113.7', '127.0.0.1'],
  ['::1', '203.0.113.7', '::1'],
])(
  'behind the proxies that TRUSTED_PROXIES names, %s with X-Forwarded-For %j has the address %s',
  async (from, forwarded, address) => {
    await bed.close();
    await start(...chain);
    expect(await addressesOf(from, forwarded)).toEqual({ page: address, upgrade: address });
  },
);

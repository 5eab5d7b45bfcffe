import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../http/testing/test-app.ts';
import { createTestApp } from '../http/testing/test-app.ts';
import { visitorAddressOf } from './visitor-address.ts';

let bed: TestApp;

beforeEach(async () => {
  bed = await createTestApp({
    extend: (app) => void app.get('/ip', ({ ip, raw }) => ({ page: ip, upgrade: visitorAddressOf(raw) })),
  });
});
afterEach(() => bed.close());

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
    const answer = await bed.app.inject({
      url: '/ip',
      remoteAddress: from,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    });
    expect(answer.json()).toEqual({ page: address, upgrade: address });
  },
);

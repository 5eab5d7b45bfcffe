import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { TestApp } from '../../http/testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../../http/testing/test-app.ts';
import { trustedProxies } from '../../network/trusted-proxies.ts';
import { visitorAddressOf } from '../../network/visitor-address.ts';

let bed: TestApp;

afterEach(() => bed.close());

/** Starts an application that answers page requests and upgrades with the address of the client. */
async function start(...proxies: string[]): Promise<void> {
  const isTrustedProxy = trustedProxies(proxies);
  bed = await createTestApp({
    brand: openBrand,
    proxies,
    extend: (app) => {
      app.get('/ip', ({ ip }) => ip);
      app.server.on('upgrade', (request, socket) => socket.end(visitorAddressOf(request, isTrustedProxy)));
    },
  });
  await bed.app.listen({ port: 0, host: '127.0.0.1' });
}

/** The last line of the answer to a request with these header lines, from 127.0.0.1. */
async function lastLineOf(lines: readonly string[], more: readonly string[]): Promise<string> {
  const socket = connect((bed.app.server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => (heard += String(data)));
  socket.write(['GET /ip HTTP/1.1', 'Host: localhost', ...lines, ...more, '', ''].join('\r\n'));
  await once(socket, 'close');
  return heard.split('\r\n').at(-1) ?? '';
}

/**
 * The address that the server takes for the client's when 127.0.0.1 sends these lines: for a page, and for a
 * SIP connection.
 */
const addressesWith = (...lines: string[]): Promise<readonly string[]> =>
  Promise.all([
    lastLineOf(lines, ['Connection: close']),
    lastLineOf(lines, ['Connection: Upgrade', 'Upgrade: websocket']),
  ]);

const claims = [
  '203.0.113.7',
  '127.0.0.1',
  '127.0.0.2',
  '10.0.0.2',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:10.0.0.2',
  '[::1]:443',
  '127.0.0.1:80',
  // Spellings of 127.0.0.1 that some parsers accept.
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '::ffff:127.0.0.1%lo',
  'localhost',
  'unknown',
  '_hidden',
  'for=127.0.0.1;by=10.0.0.2',
  '127.0.0.1/8',
  '__proto__',
  ',',
  ' , ,\t, ',
  '127.0.0.1 ',
  '127.0.0.1 127.0.0.1',
  '\u00e5',
  "' OR 1=1 --",
  Array.from({ length: 1200 }, () => '127.0.0.2').join(),
  Array.from({ length: 1200 }, (_, index) => `10.0.${index >> 8}.${index & 255}`).join(),
  ','.repeat(12_000),
  'x'.repeat(12_000),
];

test.each(claims)(
  'a client that is no named proxy keeps its address, whatever it claims: %s',
  async (claim) => {
    await start('127.0.0.2', '10.0.0.0/8', 'uniquelocal');
    const own = ['127.0.0.1', '127.0.0.1'];
    expect(await addressesWith(`X-Forwarded-For: ${claim}`)).toEqual(own);
    expect(await addressesWith(`X-Forwarded-For: ${claim}`, 'X-Forwarded-For: 10.0.0.2')).toEqual(own);
    for (const name of ['Forwarded', 'X-Real-IP', 'X-Client-IP', 'CF-Connecting-IP'])
      expect(await addressesWith(`${name}: ${claim}`)).toEqual(own);
  },
);

test.each(claims)('behind proxies that append, the claim of a client does not count: %s', async (claim) => {
  await start('loopback', '10.0.0.0/8');
  const seen = ['198.51.100.9', '198.51.100.9'];
  expect(await addressesWith(`X-Forwarded-For: ${claim}, 198.51.100.9`)).toEqual(seen);
  expect(await addressesWith(`X-Forwarded-For: ${claim}`, 'X-Forwarded-For: 198.51.100.9')).toEqual(seen);
  expect(await addressesWith(`X-Forwarded-For: ${claim}, 198.51.100.9,10.0.0.2`)).toEqual(seen);
});

test('guessing is blocked behind named proxies, also with another claimed address in every request', async () => {
  await start('10.0.0.0/8');
  const logIn = (claimed: string, password: string) =>
    bed.app.inject({
      method: 'POST',
      url: `${BASE}user/login`,
      remoteAddress: '::ffff:10.0.0.2',
      headers: { 'x-forwarded-for': `${claimed}, 203.0.113.9, 10.0.0.3` },
      payload: { username: 'alice', password, force: true, willUseSipRegistration: true },
    });
  for (let tries = 0; tries < 10; tries++)
    expect((await logIn(`198.51.100.${tries}`, `guess${tries}`)).statusCode).toBe(400);
  expect((await logIn('10.0.0.2', 'demo1234')).statusCode).toBe(429);
  expect(bed.events).toContainEqual(
    expect.objectContaining({ event: 'login_held_up', address: '203.0.113.9' }),
  );
});

/** Logs in through a proxy on this machine that reports `visitor` as the client's address. */
const logInFrom = (visitor: string, password: string) =>
  bed.app.inject({
    method: 'POST',
    url: `${BASE}user/login`,
    headers: { 'x-forwarded-for': visitor },
    payload: { username: 'alice', password, force: true, willUseSipRegistration: true },
  });

test.each([
  ['the port', (tries: number) => `203.0.113.9:${40_000 + tries}`],
  ['brackets and the port', (tries: number) => `[2001:db8::1]:${40_000 + tries}`],
  ['an IPv4 address at the end of IPv6', (tries: number) => `2001:db8::192.0.2.${tries}`],
  ['a text that is no address', (tries: number) => `_visitor${tries}`],
])('LOGIN-08 D26 guessing is blocked when the proxy reports %s', async (_form, visitorOf) => {
  await start('loopback');
  for (let tries = 0; tries < 10; tries++)
    expect((await logInFrom(visitorOf(tries), `guess${tries}`)).statusCode).toBe(400);
  expect((await logInFrom(visitorOf(10), 'demo1234')).statusCode).toBe(429);
});

test('LOGIN-08 D26 guesses from one IPv4-mapped address do not block another one', async () => {
  await start('loopback');
  for (let tries = 0; tries < 11; tries++) await logInFrom('::ffff:cb00:7109', `guess${tries}`);
  expect((await logInFrom('203.0.113.9', 'demo1234')).statusCode).toBe(429);
  expect((await logInFrom('::ffff:c633:6401', 'demo1234')).statusCode).toBe(200);
});

test('D26 the requests of one visitor count together, whatever port the proxy reports', async () => {
  bed = await createTestApp({ hasRequestLimits: true });
  const left = async (visitor: string): Promise<number> => {
    const { headers } = await bed.app.inject({
      url: `${BASE}user/getProperties`,
      headers: { 'x-forwarded-for': visitor },
    });
    return Number(headers['x-ratelimit-remaining']);
  };
  for (const forms of [
    ['203.0.113.9:40001', '203.0.113.9:40002', '::ffff:cb00:7109', '203.0.113.9'],
    ['[2001:db8::1]:99', '[2001:db8::2]', '2001:db8::1.2.3.4', '2001:db8::3%eth0'],
    ['_one', 'two', '203.0.113.9:port'],
  ]) {
    const most = await left(forms[0] ?? '');
    for (const [index, form] of forms.entries())
      expect([form, await left(form)]).toEqual([form, most - 1 - index]);
  }
});

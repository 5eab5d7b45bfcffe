import { createSeededRandom } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { siteOf, subnetOf } from './subnet-of.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1%eth0', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  // An IPv4-mapped address counts as the IPv4 address, in each of its spellings.
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['::FFFF:c633:6401', '198.51.100.1'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9%eth0', '203.0.113.9'],
  ['2001:db8::1.2.3.4', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:1.2.3.4', '2001:db8:1:2::/64'],
  ['::1.2.3.4', '0:0:0:0::/64'],
  // Some proxies report the port, too, and then IPv6 in brackets.
  ['203.0.113.9:40001', '203.0.113.9'],
  ['[2001:db8::1]:99', '2001:db8:0:0::/64'],
  ['[2001:DB8::1]', '2001:db8:0:0::/64'],
  ['[fe80::1%eth0]:99', 'fe80:0:0:0::/64'],
  ['[::ffff:cb00:7109]:99', '203.0.113.9'],
])('D26 the address %s counts as %s', (address, key) => {
  expect(subnetOf(address)).toBe(key);
});

test.each([
  'unknown',
  '',
  '_hidden',
  'localhost',
  '127.1',
  '0177.0.0.1',
  '203.0.113.9:',
  '203.0.113.9:port',
  '203.0.113.256',
  '203.0.113.9 203.0.113.9',
  '[203.0.113.9',
  '2001:db8::1]:99',
  '[[2001:db8::1]]',
  '1:2:3:4:5:6:7:8:9',
  '2001:db8::1::2',
])('D26 a text that is no address counts as "unknown", like every other: %j', (text) => {
  expect(subnetOf(text)).toBe('unknown');
});

test('D26 a very long text that is no address counts as "unknown"', () => {
  for (const text of ['x'.repeat(12_000), `[${']'.repeat(12_000)}`, '1:'.repeat(6_000), '1.'.repeat(6_000)])
    expect(subnetOf(text)).toBe('unknown');
});

test('D26 every spelling of a random address has the key of its bytes', () => {
  const draw = createSeededRandom(26);
  const random = (below: number): number => Math.floor(draw() * below);
  const hex = (value: number): string =>
    random(2) === 0 ? value.toString(16) : value.toString(16).toUpperCase().padStart(4, '0');
  const inBrackets = (text: string): string =>
    [text, `[${text}]`, `[${text}]:${random(65_536)}`][random(3)] ?? '';
  for (let run = 0; run < 2000; run++) {
    const bytes = Array.from({ length: 4 }, () => random(256));
    const [a = 0, b = 0, c = 0, d = 0] = bytes;
    const ipv4 = bytes.join('.');
    const tail = [ipv4, `${hex(a * 256 + b)}:${hex(c * 256 + d)}`][random(2)] ?? '';
    const mapped = `${['::', '0:0:0:0:0:', '0::'][random(3)]}${['ffff', 'FFFF'][random(2)]}:${tail}`;
    expect([mapped, subnetOf(inBrackets(mapped))]).toEqual([mapped, ipv4]);
    expect(subnetOf(`${ipv4}:${random(65_536)}`)).toBe(ipv4);
    const groups = Array.from({ length: 4 }, () => 1 + random(65_535));
    const network = `${groups.map((group) => group.toString(16)).join(':')}::/64`;
    const host = [`:${hex(1 + random(9))}:${hex(random(9))}:${tail}`, `::${tail}`, `:0:0:${tail}`][random(3)];
    const ipv6 = `${groups.map(hex).join(':')}${host}`;
    expect([ipv6, subnetOf(inBrackets(ipv6))]).toEqual([ipv6, network]);
  }
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2ff:3:4:5:6', '2001:db8:1:200::/56'],
  ['[2001:db8:1:201::1]:99', '2001:db8:1:200::/56'],
  ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
  ['x', 'unknown'],
])('LOGIN-08 the address %s is of the site %s', (address, key) => {
  expect(siteOf(address)).toBe(key);
});

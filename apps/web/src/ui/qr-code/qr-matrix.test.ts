import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrMatrix } from './qr-matrix.ts';

const drawn = (text: string): string =>
  (qrMatrix(text) ?? []).map((row) => row.map((isDark) => (isDark ? '#' : '.')).join('')).join('\n');

// jsQR 1.4.0 has read these codes back (docs/decisions/0021-our-own-qr-codes.md).
test.each([
  ['samtal', 21, '0404bff78136293f'],
  ['https://calls.example/call/alice@demo.example', 33, 'be132e84205adfdc'],
  [`https://calls.example/call/${'å'.repeat(60)}`, 49, '10cab477df7949ec'],
  ['x'.repeat(213), 57, '5b61c982b56d2523'],
])('D72 the QR code of %j has %i rows and is the one that a reader has read', (text, size, hash) => {
  const code = drawn(text);
  expect(code.split('\n')).toHaveLength(size);
  expect(createHash('sha256').update(code).digest('hex').slice(0, 16)).toBe(hash);
});

test('D72 a code has its three finder patterns, and a text that is too long has no code', () => {
  const rows = drawn('samtal').split('\n');
  const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  for (const [y, line] of finder.entries()) {
    expect([rows[y]?.slice(0, 7), rows[y]?.slice(-7), rows[y + 14]?.slice(0, 7)]).toEqual([line, line, line]);
  }
  expect(qrMatrix('x'.repeat(214))).toBeUndefined();
  expect(qrMatrix('')).toHaveLength(21);
});

import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { md5 } from './md5.ts';

const expected = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

test.each(['', 'a', 'abc', 'message digest', '12345678901234567890'.repeat(4)])(
  'RFC 1321 §A.5 the MD5 of “%s” is that of the standard',
  (text) => {
    expect(md5(text)).toBe(expected(text));
  },
);

test('RFC 1321 the MD5 of any text, of any length around a block, is that of Node', () => {
  for (let length = 50; length < 140; length += 1)
    expect(md5('x'.repeat(length))).toBe(expected('x'.repeat(length)));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => md5(text) === expected(text)),
    { seed: 1321, numRuns: 500 },
  );
});

import { expect, test } from 'vitest';
import { contentCodingFor } from './content-coding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, BR;q=0.5', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['br;q=0.000, gzip;q=0', 'identity'],
  ['deflate', 'identity'],
  [',;,;q=0', 'identity'],
])('a request that accepts %j gets %s', (acceptEncoding, coding) => {
  expect(contentCodingFor(acceptEncoding)).toBe(coding);
});

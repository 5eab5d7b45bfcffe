import { expect, test } from 'vitest';
import { claimedName } from './claimed-name.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['Bobby Björk', 'Bobby Björk'],
  ['Desk 7', 'Desk 7'],
  ['alice@demo.example', undefined],
  ['Alice <alice@demo.example>', undefined],
  ['alice＠demo.example', undefined],
  ['sip:alice', undefined],
  ['tel:112', undefined],
  ['112', undefined],
  ['１１２', undefined],
  ['1\u200B12', undefined],
  [' +46 (0)70-123 45 67 ', undefined],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(10_000), `${'x'.repeat(60)}…`],
])('A-105 of a caller who calls itself %j is shown %j', (given, shown) => {
  expect(claimedName(given)).toBe(shown);
});

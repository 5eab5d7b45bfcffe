import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimedName } from './claimed-name.ts';
import { visibleName } from './visible-name.ts';

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
  ['١١٢', undefined],
  ['۱۱۲', undefined],
  ['٠٧٠-١٢٣', undefined],
  ['१०० २००', undefined],
  ['070–123', undefined],
  ['1\u034F12', undefined],
  ['1\uFE0F\u20E31\uFE0F\u20E32', undefined],
  ['1\u280012', undefined],
  ['مكتب ٧', 'مكتب ٧'],
  ['Bob\u202Eby', 'Bobby'],
  ['\u2800\u034F', undefined],
  ['\u200D\uFE0F', undefined],
  ['\u{E0041}\u{E007F}', undefined],
  [' +46 (0)70-123 45 67 ', undefined],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(10_000), `${'x'.repeat(60)}…`],
])('A-105 of a caller who calls itself %j is shown %j', (given, shown) => {
  expect(claimedName(given)).toBe(shown);
});

test.each([
  'Trần Thị Nguyệt'.normalize('NFD'),
  'شَّ عبد',
  'བསྒྲུབས',
  'क्षत्रिय',
  '👩‍❤️‍👨 Åsa',
  '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
])('A-105 the name %s keeps its marks and joiners', (name) => {
  expect(visibleName(name)).toBe(name);
});

test('A-105 no letter of a name has more than four combining marks, whatever stands between them', () => {
  const above = '\u0301';
  expect(visibleName(`a${above.repeat(5000)}b`)).toBe(`a${above.repeat(4)}b`);
  const piece = fc.constantFrom(
    'a',
    above,
    '\u0336',
    '\u20DD',
    '\u200D',
    '\u200B',
    '\u034F',
    '\u{E0041}',
    ' ',
    '👍',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const shown = visibleName(pieces.join(''));
      const runs = shown.split(/[^\p{M}\p{Cf}]/u).map((run) => run.replaceAll(/\p{Cf}/gu, ''));
      expect(Math.max(...runs.map((run) => Array.from(run).length))).toBeLessThanOrEqual(4);
      expect(shown === '' || /[a👍]/u.test(shown)).toBe(true);
    }),
  );
});

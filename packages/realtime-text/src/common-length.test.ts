import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonPrefixLength, commonSuffixLength } from './common-length.ts';

const part = fc
  .tuple(fc.constantFrom('a', 'b', '漢', '👋'), fc.integer({ min: 0, max: 3000 }))
  .map(([character, times]) => character.repeat(times));
const text = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));

test('two texts are split into common prefix, difference and common suffix', () => {
  fc.assert(
    fc.property(text, text, text, text, (before, one, two, after) => {
      const [first, second] = [before + one + after, before + two + after];
      const start = commonPrefixLength(first, second);
      const end = commonSuffixLength(first, second, start);
      expect(second.slice(0, start)).toBe(first.slice(0, start));
      expect(second.slice(second.length - end)).toBe(first.slice(first.length - end));
      const shorter = Math.min(first.length, second.length);
      expect(start).toBeGreaterThanOrEqual(before.length);
      expect(start + end).toBeLessThanOrEqual(shorter);
      if (start < shorter) expect(first[start]).not.toBe(second[start]);
      if (start + end < shorter) expect(first.at(-1 - end)).not.toBe(second.at(-1 - end));
    }),
  );
});

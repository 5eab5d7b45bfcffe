import { expect, test } from 'vitest';
import { unplainIn } from './plain-words.mjs';

test('an unplain word is found with its line, whatever its case', () => {
  expect(unplainIn('// The user.\n// SOMEBODY asks\n')).toEqual([{ word: 'SOMEBODY', line: 2 }]);
});

test('a part of a name is no word', () => {
  expect(unplainIn('nobodyKnown(); theHeirs; wholesome')).toEqual([]);
});

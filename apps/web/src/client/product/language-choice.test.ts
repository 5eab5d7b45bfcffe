import { expect, test } from 'vitest';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { chosenLanguage, createLanguageChoice } from './language-choice.ts';

test.each([
  [undefined, undefined],
  ['de', 'de'],
  ['xx', undefined],
  ['', undefined],
])('D75 the remembered language %j is the choice %j', (language, chosen) => {
  expect(chosenLanguage(createMemoryStore(language === undefined ? {} : { language }))).toBe(chosen);
});

test('D75 a language is remembered when the page speaks it, and not before', async () => {
  const store = createMemoryStore();
  const spoken: string[] = [];
  let failures = 0;
  const choose = createLanguageChoice(
    store,
    async (language) => {
      if (language === 'th') throw new Error('offline');
      spoken.push(language);
    },
    () => void (failures += 1),
  );
  await choose('ar');
  await choose('th');
  expect([spoken, failures, chosenLanguage(store)]).toEqual([['ar'], 1, 'ar']);
});

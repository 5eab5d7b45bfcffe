import { readFileSync } from 'node:fs';
import { LANGUAGES } from '@samtal/api-contract';
import { expect, expectTypeOf, test } from 'vitest';
import { type TextKey, textsFor } from './texts.ts';

const readCatalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`./${language}.json`, import.meta.url), 'utf8'));

const en = readCatalogue('en');
const placeholdersOf = (text = ''): string => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted().join();

test.each(LANGUAGES)(
  'I18N-06 the catalogue %s has the English keys in their order, with their placeholders',
  (language) => {
    const catalogue = readCatalogue(language);
    expect(Object.keys(catalogue)).toEqual(Object.keys(en));
    for (const [key, english] of Object.entries(en)) {
      expect(placeholdersOf(catalogue[key])).toBe(placeholdersOf(english));
      expect(catalogue[key]?.trim()).not.toBe('');
    }
  },
);

test.each(['Anna & Bo <b>', '$t(login)', '{{brand}}', '$& $1'])(
  'the value %j is filled in as it is',
  (name) => {
    expect(textsFor('en')('greeting', { name })).toBe(`Hello ${name},`);
  },
);

test('a value stays in its line, and a missing one leaves its placeholder', () => {
  expect(textsFor('en')('greeting', { name: 'Bo\r\nBcc: x' })).toBe('Hello Bo Bcc: x,');
  expect(textsFor('en')('greeting')).toBe('Hello {{name}},');
});

test('a key that does not exist is a compile error', () => {
  // Called without type checks, the function returns an unknown key as it is.
  expect(Reflect.apply(textsFor('en'), undefined, ['nonsense'])).toBe('nonsense');
  expectTypeOf<'greeting'>().toExtend<TextKey>();
  expectTypeOf<'nonsense'>().not.toExtend<TextKey>();
  expectTypeOf(textsFor('en')).parameter(0).toEqualTypeOf<TextKey>();
});

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { root } from '../runtime.mjs';
import { leanI18next } from './lean-i18next.mjs';

const file = createRequire(import.meta.url)
  .resolve('i18next')
  .replace(/\/dist\/.*$/, '/dist/esm/i18next.js');
const code = leanI18next(readFileSync(file, 'utf8'));
const lean = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
  readonly createInstance: typeof createInstance;
};

/** The keys of a test are not those of the product, which the types of i18next know. */
const textFrom = (translator: ReturnType<typeof createInstance>, key: string, values: object = {}): string =>
  (translator.t as unknown as (key: string, values: object) => string)(key, values);

type Catalogue = Readonly<Record<string, string>>;

const texts = join(root, 'apps/web/src/i18n');
const read = (language: string): Catalogue =>
  Object.assign(
    {},
    ...readdirSync(join(texts, language))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(texts, language, name), 'utf8'))),
  );
const languages = readdirSync(texts).filter((name) => /^\w\w$/.test(name));

/** The options of `createI18n`. */
const optionsFor = (lng: string, catalogue: Catalogue) => ({
  lng,
  fallbackLng: 'en',
  supportedLngs: languages,
  resources: { en: { translation: read('en') }, [lng]: { translation: catalogue } },
  keySeparator: false as const,
  nsSeparator: false as const,
  interpolation: { escapeValue: false },
  saveMissing: true,
});

test.each(languages)('I18N-06 the lean i18next shows every text in %s as i18next does', async (language) => {
  const catalogue = read(language);
  // Without each third text, which is then shown in English.
  const some = Object.fromEntries(Object.entries(catalogue).filter((_, index) => index % 3 !== 0));
  const [whole, own] = [createInstance(), lean.createInstance()];
  for (const each of [whole, own]) await each.init(optionsFor(language, some));
  const names = [...new Set(Object.values(catalogue).flatMap((text) => text.match(/(?<=\{\{)\w+/g) ?? []))];
  const values = Object.fromEntries(names.map((name) => [name, `<${name} {{name}} $&>`]));
  const counts = [0, 1, 2, 3, 5, 11, 21, 100, 1.5].map((count) => ({ ...values, count }));
  const different: string[] = [];
  for (const written of [...Object.keys(catalogue), 'no such text', 'with.dots_and: colons']) {
    const key = written.replace(/_(?:zero|one|two|few|many|other)$/, '');
    for (const given of [{}, values, { count: 1 }, ...(key === written ? [] : counts)])
      if (textFrom(own, key, given) !== textFrom(whole, key, given)) different.push(key);
  }
  expect(different).toEqual([]);
});

test('I18N-06 the lean i18next tells which text is missing, adds texts and changes its language', async () => {
  const translator = lean.createInstance();
  await translator.init(optionsFor('sv', read('sv')));
  const missing: string[] = [];
  const changed: string[] = [];
  translator.on('missingKey', (_languages: string[], _namespace: string, key: string) => missing.push(key));
  translator.on('languageChanged', (language: string) => changed.push(language));
  expect(textFrom(translator, 'no such text')).toBe('no such text');
  expect(missing).toEqual(['no such text']);
  translator.addResourceBundle('sv', 'translation', { 'no such text': 'nu finns den' });
  expect(textFrom(translator, 'no such text')).toBe('nu finns den');
  translator.addResourceBundle('fi', 'translation', { 'no such text': 'nyt on' });
  await translator.changeLanguage('fi');
  expect([textFrom(translator, 'no such text'), translator.language, changed]).toEqual([
    'nyt on',
    'fi',
    ['fi'],
  ]);
  await translator.changeLanguage('xx');
  expect(translator.language).toBe('en');
});

test('another i18next is refused, so that an update is noticed', () => {
  expect(() => leanI18next('class Other {}')).toThrow('does not match');
});

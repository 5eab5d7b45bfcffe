import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { leanI18next } from './lean-i18next.mjs';

const file = createRequire(import.meta.url)
  .resolve('i18next')
  .replace(/\/dist\/.*$/, '/dist/esm/i18next.js');

test('i18next is built without the part that fetches texts, and translates as before', async () => {
  const code = leanI18next(readFileSync(file, 'utf8'));
  expect(code).not.toContain('maxParallelReads - ');
  expect(code.match(/class Connector/g)).toHaveLength(1);
  const lean = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const translator = lean.createInstance();
  await translator.init({
    lng: 'sv',
    fallbackLng: 'en',
    keySeparator: false,
    saveMissing: true,
    resources: {
      en: { translation: { 'a.b': 'one', c: '{{n}} left' } },
      sv: { translation: { 'a.b': 'ett' } },
    },
  });
  const missing: string[] = [];
  translator.on('missingKey', (_languages: string[], _namespace: string, key: string) => missing.push(key));
  expect([translator.t('a.b'), translator.t('c', { n: 3 })]).toEqual(['ett', '3 left']);
  expect(translator.t('gone')).toBe('gone');
  expect(missing).toContain('gone');
  translator.addResourceBundle('fi', 'translation', { 'a.b': 'yksi' });
  await translator.changeLanguage('fi');
  expect(translator.t('a.b')).toBe('yksi');
});

test('another i18next is refused, so that an update is noticed', () => {
  expect(() => leanI18next('class Other {}')).toThrow('Connector');
});

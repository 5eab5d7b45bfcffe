import { readdirSync, readFileSync } from 'node:fs';
import { RING_MS } from '@samtal/api-contract';
import { describe, expect, test } from 'vitest';
import { createWholeI18n } from '../testing/whole-i18n.ts';
import {
  addSignedInTexts,
  addTexts,
  createI18n,
  directionOf,
  languages,
  loadBeforeLogin,
  pickLanguage,
  speak,
} from './index.ts';
import { addPageTexts } from './page-texts.ts';

/** The texts of all files of a catalogue, in the order of the files. */
const readCatalogue = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...[
      'before-login',
      'signed-in',
      'pages',
      'self-check',
      'console',
      'help',
      'second-factor',
      'later',
      'characters',
    ]
      .map((part) => `./${language}/${part}.json`)
      .map((path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))),
  );

const en = readCatalogue('en');
const keys = Object.keys(en);
const foreign = languages.filter((language) => language !== 'en');

/** A key without the plural form at its end, `contacts.imported` for `contacts.imported_one`. */
const baseOf = (key: string): string =>
  key in en && !/_(one|other)$/.test(key) ? key : key.replace(/_(zero|one|two|few|many|other)$/, '');
const pluralKeys = keys.filter((key) => key.endsWith('_other')).map((key) => key.replace(/_other$/, ''));
const baseKeysOf = (catalogue: Record<string, string>): readonly string[] => [
  ...new Set(Object.keys(catalogue).map(baseOf)),
];

const placeholdersOf = (text: string | undefined) => (text?.match(/\{\{.*?\}\}/g) ?? []).toSorted();

describe.each(foreign)('catalogue %s', (language) => {
  const catalogue = readCatalogue(language);

  test('I18N-06 has exactly the English keys, in the same order', () => {
    expect(baseKeysOf(catalogue)).toEqual(baseKeysOf(en));
  });

  test('has the plural forms of the language for every counted text, and no other', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const wrong = pluralKeys.filter((key) => {
      const own = Object.keys(catalogue).filter((each) => baseOf(each) === key && each !== key);
      return (
        own
          .map((each) => each.slice(key.length + 1))
          .toSorted()
          .join() !== forms.join()
      );
    });
    expect(wrong).toEqual([]);
  });

  test('has a text for every key, with the English placeholders and no stray space', () => {
    const faulty = Object.entries(catalogue).filter(([key, text]) => {
      const english = en[key] ?? en[`${baseOf(key)}_other`];
      const wanted = placeholdersOf(english);
      // "One contact" and "two contacts" are words of their own in some languages.
      const allowed = /_(zero|one|two)$/.test(key) ? wanted.filter((each) => each !== '{{count}}') : wanted;
      const found = placeholdersOf(text).join();
      return text === '' || text !== text.trim() || ![wanted.join(), allowed.join()].includes(found);
    });
    expect(faulty).toEqual([]);
  });

  test('is translated: most texts differ from the English ones', () => {
    const same = Object.entries(en).filter(([key, english]) => catalogue[key] === english);
    expect(same.length).toBeLessThan(keys.length / 10);
  });

  test('I18N-01 is what the translator speaks', async () => {
    const translator = await createWholeI18n(language);
    expect(translator.language).toBe(language);
    expect(Object.keys(catalogue).map((key) => translator.getResource(language, 'translation', key))).toEqual(
      Object.values(catalogue),
    );
    expect(translator.t('common.cancel')).toBe(catalogue['common.cancel']);
  });
});

test.each(foreign)(
  'I18N-01 APPDL-06 the page for old browsers, the badges of the stores and the notice of the demo know %s',
  (language) => {
    const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
    expect(read(`apps/web/src/i18n/${language}/old-browsers.txt`)).toMatch(/^[^<&]+ 15\.2[^<&]+$/);
    for (const store of ['app-store', 'google-play'])
      expect(read(`apps/web/public/store-badges/${store}-${language}.svg`)).toContain('<svg');
    expect(JSON.parse(read('apps/server/branding/brand.json')).loginNotice).toHaveProperty(language);
  },
);

test.each(languages)('A-066 in %s the hint of automatic answers says how long a call rings', (language) => {
  expect(readCatalogue(language)['settings.am_hint']?.match(/\d+/g)).toEqual([String(RING_MS / 1000)]);
});

/** Keys of specified texts that appear only in the log, in English. */
const spokenElsewhere = ['error.localip', 'error.dtmf', 'error.nosession'];

test('no key is left over that nothing shows', () => {
  const folder = new URL('../', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => readFileSync(new URL(path, folder), 'utf8'))
    .join('\n');
  const beginnings = [...sources.matchAll(/`([\w.]+[._])\$\{/g)].map(([, beginning]) => beginning ?? '');
  const isUsed = (key: string): boolean => {
    const withoutPlural = key.replace(/_(zero|one|two|few|many|other)$/, '');
    return (
      [key, withoutPlural].some((spoken) => new RegExp(`['"\`]${spoken}['"\`]`).test(sources)) ||
      beginnings.some((beginning) => key.startsWith(beginning))
    );
  };
  expect(keys.filter((key) => !isUsed(key))).toEqual(spokenElsewhere);
});

/**
 * The keys and texts of docs/requirements.md 3.5, from lines such as `- group: key='Text with {name}'★ · …`.
 * Some lines have no group.
 */
function specifiedTexts(): readonly (readonly [string, string])[] {
  const page = readFileSync(new URL('../../../../docs/requirements.md', import.meta.url), 'utf8');
  const [, list = ''] = page.split('### 3.5 English texts');
  return [...list.matchAll(/^- (?:([a-z]+): )?(.*)$/gm)].flatMap(([, group, texts = '']) =>
    texts.split(' · ').map((entry) => {
      const [, name = '', text = ''] = /^([\w.]+)='(.*)'/.exec(entry) ?? expect.fail(entry);
      return [group === undefined ? name : `${group}.${name}`, text.replaceAll(/\{(\w+)\}/g, '{{$1}}')];
    }),
  );
}

test('D27 the English texts are those of the requirements, to the letter', () => {
  const specified = specifiedTexts();
  expect(specified.length).toBeGreaterThan(240);
  expect(specified.filter(([key, text]) => (en[key] ?? en[`${key}_other`]) !== text)).toEqual([]);
});

test('Arabic isolates what is filled in, so that Latin names and numbers keep their order', () => {
  const loose = Object.entries(readCatalogue('ar')).filter(
    ([, text]) => placeholdersOf(text).length !== (text.match(/\u2068\{\{\w+\}\}\u2069/g) ?? []).length,
  );
  expect(loose).toEqual([]);
});

test.each([
  ['en', 0, '0 results'],
  ['en', 1, '1 result'],
  ['en', 2, '2 results'],
  ['sv', 1, '1 träff'],
  ['fr', 0, '0 résultat'],
  ['fr', 2, '2 résultats'],
  ['fi', 2, '2 tulosta'],
  ['ar', 0, 'لا نتائج'],
  ['ar', 1, 'نتيجة واحدة'],
  ['ar', 2, 'نتيجتان'],
  ['ar', 3, '\u20683\u2069 نتائج'],
  ['ar', 11, '\u206811\u2069 نتيجة'],
  ['th', 5, 'ผลลัพธ์ 5 รายการ'],
] as const)(
  'a number of results in %s follows the plural rules of the language: %i',
  async (language, count, text) => {
    const { t } = await createWholeI18n(language);
    expect(t('common.results', { count })).toBe(text);
  },
);

test('I18N-06 a text missing in a catalogue is shown in English', async () => {
  const { 'login.submit': _missing, ...rest } = en;
  const { t } = await createI18n('sv', async () => ({ ...rest, 'login.username': 'Namn' }));
  expect([t('login.submit'), t('login.username')]).toEqual(['Log in', 'Namn']);
});

test('I18N-06 a text missing in the part of after the login is shown in English, which is fetched then', async () => {
  const translator = await createI18n('sv', loadBeforeLogin);
  const asked: string[] = [];
  await addTexts(translator, async (language) => {
    asked.push(language);
    return language === 'en'
      ? { 'call.answer': 'Answer', 'call.reject': 'Reject' }
      : { 'call.reject': 'Avvisa' };
  });
  const added = new Promise((resolve) => translator.store.on('added', resolve));
  expect([translator.t('call.reject'), asked]).toEqual(['Avvisa', ['sv']]);
  translator.t('call.answer');
  await added;
  expect([translator.t('call.answer'), translator.t('call.reject')]).toEqual(['Answer', 'Avvisa']);
  expect(asked).toEqual(['sv', 'en']);
});

test('I18N-04 a catalogue that cannot be fetched gives an English translator', async () => {
  const translator = await createI18n('ar', () => Promise.reject(new Error('offline')));
  expect(translator.language).toBe('en');
  expect(translator.t('login.submit')).toBe('Log in');
});

test.each(['en', 'sv'] as const)(
  'the words of after the login come when they are wanted (%s)',
  async (language) => {
    const catalogue = readCatalogue(language);
    const translator = await createI18n(language, loadBeforeLogin);
    expect(translator.t('login.submit')).toBe(catalogue['login.submit']);
    expect(translator.t('call.answer')).toBe('call.answer');
    await addSignedInTexts(translator);
    expect(translator.t('call.answer')).toBe(catalogue['call.answer']);
  },
);

test.each([false, true])(
  'D75 a translator learns another language, with the texts of after the login (added before: %s)',
  async (isAdded) => {
    const [english, german] = [readCatalogue('en'), readCatalogue('de')];
    const translator = await createI18n('en', loadBeforeLogin);
    if (isAdded) await addSignedInTexts(translator);
    await speak(translator, 'de');
    expect([translator.language, translator.t('login.submit')]).toEqual(['de', german['login.submit']]);
    if (!isAdded) await addSignedInTexts(translator);
    expect(translator.t('call.answer')).toBe(german['call.answer']);
    await speak(translator, 'en');
    expect(translator.t('call.answer')).toBe(english['call.answer']);
  },
);

test('the words of pages come when they are wanted, in the language chosen since then', async () => {
  const [english, german] = [readCatalogue('en'), readCatalogue('de')];
  const translator = await createI18n('en', loadBeforeLogin);
  await addSignedInTexts(translator);
  expect(translator.t('about.version')).toBe('about.version');
  await addPageTexts(translator);
  expect(translator.t('about.version')).toBe(english['about.version']);
  await speak(translator, 'de');
  expect([translator.t('about.version'), translator.t('call.answer')]).toEqual([
    german['about.version'],
    german['call.answer'],
  ]);
});

test('words of pages that could not be fetched are asked for again', async () => {
  const translator = await createI18n('en', loadBeforeLogin);
  await expect(addPageTexts(translator, () => Promise.reject(new Error('offline')))).rejects.toThrow();
  await addPageTexts(translator);
  expect(translator.t('about.version')).toBe(readCatalogue('en')['about.version']);
});

test('a key that does not exist is a compile error', async () => {
  const { t } = await createWholeI18n('en');
  // @ts-expect-error -- the next line must not compile: that is what this test shows, and tsc fails should it ever pass
  expect(t('common.nonsense')).toBe('common.nonsense');
});

test('a key with dots is one flat key', async () => {
  const { t } = await createWholeI18n('en');
  expect(t('error.browseroutofdate.ios.15.1')).toBe(
    'iOS 15.1 does not work with calls. Please update to 15.2 or later.',
  );
});

test.each(['Anna & Bo <b>', '$t(common.save)', '{{name}}', '$& $1', '12:30'])(
  'what the other party wrote, %j, is filled in as it is',
  async (text) => {
    const { t } = await createWholeI18n('en');
    expect(t('text.doubtful', { text })).toBe(`May not have arrived: ${text}`);
  },
);

test.each([
  ['sv-FI', 'sv'],
  ['sv', 'sv'],
  ['SV-se', 'sv'],
  ['en-US', 'en'],
  ['da-DK', 'da'],
  ['nl-BE', 'nl'],
  ['fi', 'fi'],
  ['de-AT', 'de'],
  ['th-TH', 'th'],
  ['ar-EG', 'ar'],
  ['fr-CA', 'fr'],
  ['no', 'no'],
  ['nb-NO', 'no'],
  ['nn-NO', 'no'],
  ['es', 'en'],
  ['zh-Hant-TW', 'en'],
  ['__proto__', 'en'],
  ['', 'en'],
])('I18N-02 I18N-03 I18N-04 the browser language %j gives %s', (navigatorLanguage, language) => {
  expect(pickLanguage(navigatorLanguage)).toBe(language);
});

test('I18N-05 only Arabic is right to left', () => {
  expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
});

import { expect, test } from 'vitest';
import { visitorLanguage } from './visitor-language.ts';

test.each([
  [undefined, undefined, 'en'],
  ['sv-FI,sv;q=0.9,en;q=0.8', undefined, 'sv'],
  ['nb-NO', undefined, 'no'],
  ['es,sv', undefined, 'en'],
  ['de;q=0.5', undefined, 'de'],
  ['sv', 'language=ar', 'ar'],
  ['sv', 'device=1; language=th', 'th'],
  ['sv', 'language=xx', 'sv'],
  ['sv', 'mylanguage=ar', 'sv'],
  ['sv', 'language=ar<script>', 'sv'],
  ['*', undefined, 'en'],
  ['"><script>alert(1)</script>', undefined, 'en'],
  [`${'x'.repeat(10_000)},sv`, 'x'.repeat(10_000), 'en'],
  ['__proto__', 'language=__', 'en'],
])('I18N-02 Accept-Language %j with the cookie %j gives %s', (acceptLanguage, cookie, language) => {
  expect(visitorLanguage({ acceptLanguage, cookie })).toBe(language);
});

import { expect, test } from 'vitest';
import { dateLocale, durationWords, longDay } from './time.ts';

test.each([
  [-5000, '00:00'],
  [999, '00:00'],
  [61_000, '01:01'],
  [3_599_999, '59:59'],
  [3_600_000, '1:00:00'],
  [36_061_000, '10:01:01'],
])('%d ms in a call is %s', (elapsedMs, words) => {
  expect(durationWords(elapsedMs)).toBe(words);
});

test.each([
  ['en', ['en-GB', 'en'], 'en-GB', '17:13'],
  ['en', ['sv-SE', 'en-AU', 'en-US'], 'en-AU', '5:13 pm'],
  ['en', ['ja-JP'], 'en', '5:13 PM'],
  ['de', ['en-GB', 'de'], 'de', '17:13'],
  ['fi', ['fil-PH', 'fi-FI'], 'fi-FI', '17.13'],
  // Chromium reports `en-US@posix` if LANG is C.
  ['en', ['en-US@posix'], 'en', '5:13 PM'],
  ['en', ['en-US@posix', 'en-GB'], 'en-GB', '17:13'],
])('a page in %s writes times for a browser with %j as %s does', (language, browser, locale, time) => {
  expect(dateLocale(language, browser)).toBe(locale);
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  expect(format.format(new Date(2026, 10, 21, 17, 13)).replace(/\s/, ' ')).toBe(time);
});

test('D96 a day is written with its year and the name of its month', () => {
  expect(longDay(new Date(2026, 11, 10).getTime(), 'en-GB')).toBe('10 December 2026');
});

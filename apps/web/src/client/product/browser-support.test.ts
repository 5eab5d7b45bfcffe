import { parseUserAgent } from 'detect-browser';
import { expect, test } from 'vitest';
import { browserSupportOf, unsupportedReasonOf } from './browser-support.ts';

const ios = (os: string, end: string): string =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${os} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${end}`;
const windows = (end: string): string => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${end}`;
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

const support = (userAgent: string) => browserSupportOf(parseUserAgent(userAgent) ?? undefined, userAgent);

test.each([
  ['Chrome', windows(chrome), 'supported'],
  ['headless Chrome', windows(chrome.replace('Chrome', 'HeadlessChrome')), 'supported'],
  ['Edge on Chromium', windows(`${chrome} Edg/120.0.2210.61`), 'supported'],
  ['Edge 18', windows('AppleWebKit/537.36 Chrome/64.0 Safari/537.36 Edge/18.17763'), 'supported'],
  [
    'Samsung',
    `Mozilla/5.0 (Linux; Android 13) ${chrome.replace('Safari', 'SamsungBrowser/23.0 Mobile Safari')}`,
    'supported',
  ],
  ['Opera', windows(`${chrome} OPR/106.0.0.0`), 'supported'],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15',
    'supported',
  ],
  ['Chrome on iOS', ios('17_1', 'CriOS/120.0.6099.50 Mobile/15E148 Safari/604.1'), 'supported'],
  ['Firefox on iOS', ios('16_4', 'FxiOS/120.0 Mobile/15E148 Safari/605.1.15'), 'supported'],
  ['Edge on iOS', ios('16_4', 'Version/16.0 EdgiOS/120.0.2210.61 Mobile/15E148 Safari/604.1'), 'supported'],
])('BROWSER-01 %s is supported', (_name, userAgent, expected) => {
  expect(support(userAgent)).toBe(expected);
});

test.each([
  ['Internet Explorer', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['Yandex', windows(`${chrome} YaBrowser/23.11`)],
  ['an app that shows pages', ios('17_1', 'Mobile/15E148')],
  ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['nothing', ''],
])('BROWSER-02 %s is not supported', (_name, userAgent) => {
  expect(support(userAgent)).toBe('unsupported');
});

const safari = (version: string): string => `Version/${version} Mobile/15E148 Safari/604.1`;

test.each([
  ['6_1', '6.0', 'supported'],
  ['7_0', '7.0', 'outOfDate'],
  ['10_3_4', '10.0', 'outOfDate'],
  ['11_0', '11.0', 'supported'],
  ['15_0', '15.0', 'supported'],
  ['15_1', '15.1', 'outOfDateIos151'],
  ['15_1_1', '15.1', 'outOfDateIos151'],
  ['15_2', '15.2', 'supported'],
  ['15_10', '15.10', 'supported'],
])('BROWSER-03 BROWSER-05 CONST-04 A-106 iOS %s with Safari %s is %s', (os, version, expected) => {
  expect(support(ios(os, safari(version)))).toBe(expected);
});

test('BROWSER-05 the other browsers of iOS depend on the same system version', () => {
  expect(support(ios('15_1', 'CriOS/120.0.6099.50 Mobile/15E148 Safari/604.1'))).toBe('outOfDateIos151');
  expect(support(ios('9_3', 'FxiOS/8.0 Mobile/15E148 Safari/605.1.15'))).toBe('outOfDate');
});

test.each([
  ['Edge/19.17763', 'supported'],
  ['Edge/20.10240', 'outOfDate'],
  ['Edge/44.18362', 'outOfDate'],
  ['Edg/49.0.1', 'outOfDate'],
  ['Edg/79.0.309', 'supported'],
])('BROWSER-04 A-106 %s is %s', (end, expected) => {
  expect(support(windows(`${chrome} ${end}`))).toBe(expected);
});

test('BROWSER-06 Firefox is supported, with a note on its lower video quality', () => {
  expect(support('Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0')).toBe('firefox');
});

test.each([
  ['unsupported', true, false, 'unsupported'],
  ['outOfDate', true, true, 'outOfDate'],
  ['outOfDateIos151', false, true, 'outOfDateIos151'],
  ['supported', true, true, undefined],
  ['firefox', true, false, undefined],
  [undefined, true, true, undefined],
  ['supported', false, true, 'noWebRtc'],
  ['supported', false, false, undefined],
] as const)(
  'A-106 LOGIN-03 a browser that is %s, with WebRTC: %s, for a call: %s',
  (support, hasWebRtc, isForCall, reason) => {
    expect(unsupportedReasonOf(support, { hasWebRtc, isForCall })).toBe(reason);
  },
);

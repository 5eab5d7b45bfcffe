import { performance } from 'node:perf_hooks';
import type { AccountRules } from '@samtal/api-contract';
import { FIELDS, fieldProblem, isEmail, readKioskToken } from '@samtal/api-contract';
import { parseMessage, parseNameAddr, parseUri } from '@samtal/sip';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from '../server-agents/call/body-parts.ts';
import { readPlace } from '../server-agents/services/location-document.ts';

const rules: AccountRules = {
  usernameRegex: '^[a-z0-9.-]{5,100}$',
  passwordRegex: '^.{6,20}$',
  passwordMaxLength: 20,
  disallowUsernameInPassword: true,
};

const request = (field: string, body = ''): string =>
  [
    'INVITE sip:bobby@demo.example SIP/2.0',
    'Via: SIP/2.0/WS a.invalid;branch=z9hG4bK1',
    'From: <sip:alice@demo.example>;tag=1',
    'To: <sip:bobby@demo.example>',
    'Call-ID: 1',
    'CSeq: 1 INVITE',
    field,
    '',
    body,
  ].join('\r\n');

/** All parsers of untrusted input, by name. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  isEmail,
  readKioskToken,
  parseNameAddr,
  parseUri,
  readPlace,
  'parseMessage, the whole': (text) => parseMessage(text),
  'parseMessage, headers': (text) =>
    [
      'From',
      'Via',
      'Contact',
      'CSeq',
      'Content-Type',
      'Date',
      'Route',
      'Subject',
      'Max-Forwards',
      'Authorization',
    ].map((name) => parseMessage(request(`${name}: ${text}`))),
  'parseMessage, folded': (text) =>
    parseMessage(request(`Subject: ${text.slice(0, LENGTH / 4).replaceAll(/./gs, '$&\r\n ')}`)),
  partsOf: (text) =>
    partsOf({
      kind: 'request',
      method: 'INVITE',
      uri: 'sip:a',
      headers: [{ name: 'Content-Type', value: `multipart/mixed;${text};boundary=b` }],
      body: `--b\r\n${text}\r\n--b--`,
    }),
  'every field of a form': (text) =>
    Object.values(FIELDS).map(({ rule }) =>
      fieldProblem(rule, text, rules, { isRequired: true, username: text }),
    ),
};

/** The length of each input: about one full frame. */
const LENGTH = 60_000;
/**
 * A parser that takes longer than this fails the test. In linear time it takes a few milliseconds, otherwise
 * up to minutes.
 */
const FAR_TOO_LONG_MS = 1500;

const pieces = [
  'a',
  'a.',
  '.a',
  '@',
  ' ',
  '\t',
  '\r\n',
  '"',
  '\\',
  '<',
  '>',
  ';',
  '; ',
  ',',
  '=',
  '%41',
  '%',
  '(',
  '1',
  '-',
  '💥',
  '\r\n ',
  ': ',
  '+1 ',
];
const start = fc.constantFrom(
  '',
  'a@',
  '"',
  '<',
  'sip:',
  'SIP/2.0/',
  '<pos ',
  '<gml:pos>',
  ';boundary=',
  'Digest ',
  '{"to":',
);
const end = fc.constantFrom('', '!', '\0', '"', '>', '<', '@', '\r\n\r\n');
const unit = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));

test.each(Object.keys(readers))('%s ends in time for long and unusual input', (name) => {
  const read = readers[name];
  fc.assert(
    fc.property(start, unit, end, (first, middle, last) => {
      const text = `${first}${middle.repeat(Math.ceil(LENGTH / middle.length))}${last}`;
      const begin = performance.now();
      read?.(text);
      expect(performance.now() - begin).toBeLessThan(FAR_TOO_LONG_MS);
    }),
    { seed: 4475, numRuns: 40 },
  );
});

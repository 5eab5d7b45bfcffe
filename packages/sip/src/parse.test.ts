import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeUtf8, utf8Length } from './grammar.ts';
import type { SipMessage } from './message.ts';
import {
  appendHeader,
  header,
  headers,
  prependHeader,
  replaceFirst,
  tokens,
  withHeader,
  withoutFirst,
  withoutHeader,
} from './message.ts';
import { parseNameAddr } from './name-addr.ts';
import { parseMessage, serialize } from './parse.ts';
import { createResponse } from './response.ts';
import { parseUri } from './uri.ts';
import { isEqualUri } from './uri-equals.ts';

const message = (more: string[], body = ''): string =>
  [
    'MESSAGE sip:bobby@demo.example SIP/2.0',
    'v: SIP/2.0/WS a.invalid;branch=z9hG4bK1',
    'f: "Åsa, A" <sip:asa@demo.example>;tag=1',
    't: <sip:bobby@demo.example>',
    'i: 1@a.invalid',
    'CSeq: 1 MESSAGE',
    ...more,
    '',
    body,
  ].join('\r\n');

function parsed(text: string): SipMessage {
  const result = parseMessage(text);
  if (!result.ok) throw new Error(result.reason);
  return result.message;
}

test('lists are split outside quotes and brackets, and other fields are not changed', () => {
  const contact = 'Contact: "A, B" <sip:a,x@b;y=1>;q=0.5 , <sip:c@d>';
  const result = parsed(message([contact, 'X-Odd: one, two', 'k: path,gruu']));
  expect(headers(result, 'contact')).toEqual(['"A, B" <sip:a,x@b;y=1>;q=0.5', '<sip:c@d>']);
  expect(header(result, 'Supported')).toBe('path,gruu');
  expect(tokens(result, 'Supported')).toEqual(['path', 'gruu']);
  expect(header(result, 'x-odd')).toBe('one, two');
});

test('Content-Length counts UTF-8 bytes, and bytes after it are dropped', () => {
  const body = 'Åh 👋🏽 نعم';
  const text = serialize(parsed(message(['Content-Type: text/plain;charset=UTF-8'], body)));
  expect(text).toContain(`Content-Length: ${Buffer.byteLength(body)}\r\n`);
  expect(parsed(`${text}beyond`).body).toBe(body);
  expect(parseMessage(text.slice(0, -1)).ok).toBe(false);
});

test('copies with changed headers do not change the original', () => {
  const original = parsed(message(['Route: <sip:a>, <sip:b>']));
  const text = serialize(original);
  expect(headers(prependHeader(original, 'Via', 'x'), 'Via')[0]).toBe('x');
  expect(headers(withoutFirst(original, 'Route'), 'Route')).toEqual(['<sip:b>']);
  expect(headers(withoutHeader(original, 'Route'), 'Route')).toEqual([]);
  expect(headers(replaceFirst(original, 'Route', '<sip:c>'), 'Route')).toEqual(['<sip:c>', '<sip:b>']);
  expect(headers(withHeader(original, 'Route', '<sip:c>'), 'Route')).toEqual(['<sip:c>']);
  expect(headers(appendHeader(original, 'Route', '<sip:c>'), 'Route')).toHaveLength(3);
  expect(serialize(original)).toBe(text);
});

test('a response has the identifying fields of its request, and one tag', () => {
  const request = parsed(message([]));
  if (request.kind !== 'request') throw new Error('not a request');
  const response = createResponse(request, 480, { toTag: 'x' });
  expect(serialize(response)).toContain('SIP/2.0 480 Temporarily Unavailable\r\n');
  expect(header(response, 'To')).toBe('<sip:bobby@demo.example>;tag=x');
  const again = createResponse({ ...request, headers: response.headers }, 200, { toTag: 'y' });
  expect(header(again, 'To')).toBe('<sip:bobby@demo.example>;tag=x');
  expect(header(createResponse(request, 100, { toTag: 'x' }), 'To')).toBe('<sip:bobby@demo.example>');
  const timed = appendHeader(request, 'Timestamp', '54');
  expect(header(createResponse(timed, 100), 'Timestamp')).toBe('54');
  expect(header(createResponse(timed, 200), 'Timestamp')).toBeUndefined();
});

test.each([
  ['sip:alice@demo.example', true],
  ['sips:alice:pw@[2001:db8::1]:5061;transport=ws?subject=x', true],
  ['sip:demo.example', true],
  ['sip:%zz@demo.example', false],
  ['sip:@demo.example', false],
  ['sip:alice@demo.example:99999', false],
  ['sip:alice@', false],
  ['sip:a b@c', false],
  ['tel:112', false],
])('the URI %s is valid: %j', (text, isRight) => {
  expect(parseUri(text) !== undefined).toBe(isRight);
});

test.each([
  ['sip:%61lice@ATLANTA.example;transport=TCP', 'sip:alice@atlanta.example;Transport=tcp', true],
  ['sip:carol@chicago.example', 'sip:carol@chicago.example;newparam=5', true],
  ['sip:carol@chicago.example;security=on', 'sip:carol@chicago.example;newparam=5', true],
  ['sip:b@x.example?subject=a&to=b%40c', 'sip:b@x.example?to=b%40c&subject=a', true],
  ['SIP:ALICE@atlanta.example', 'sip:alice@atlanta.example', false],
  ['sip:bob@x.example', 'sip:bob@x.example:5060', false],
  ['sip:bob@x.example', 'sip:bob@x.example;transport=udp', false],
  ['sip:bob@x.example', 'sip:bob@x.example?subject=a', false],
  ['sip:bob@x.example', 'sip:bob:pw@x.example', false],
  ['sip:bob@x.example', 'sips:bob@x.example', false],
  ['sip:bob@x.example;a=1', 'sip:bob@x.example;a=2', false],
])('RFC 3261 §19.1.4 %s equals %s: %j', (one, two, isEqual) => {
  const [first, second] = [parseUri(one) ?? expect.fail(one), parseUri(two) ?? expect.fail(two)];
  expect([isEqualUri(first, second), isEqualUri(second, first)]).toEqual([isEqual, isEqual]);
});

test.each([
  ['a parameter of a field twice', 'Contact: <sip:a@b>;q=1;Q=0.5'],
  ['a parameter of a URI twice', 'Contact: <sip:a@b;ob;ob>'],
  ['a bare CR in a value', 'Subject: a\rX-Forged: b'],
  ['a field without a colon', 'Subject'],
  ['an open quote', 'Contact: "a <sip:a@b>'],
  ['a second Call-ID', 'i: 2@a.invalid'],
])('a message is refused with 400: %s', (_what, line) => {
  expect(parseMessage(message([line]))).toMatchObject({ ok: false, status: 400 });
});

test('folded lines and compact names become one line and the long name', () => {
  const result = parsed(message(['s: one', '  two', '\tthree']));
  expect(header(result, 'Subject')).toBe('one two three');
  expect(serialize(result)).toContain('\r\nSubject: one two three\r\n');
  expect(serialize(result)).toContain('\r\nVia: SIP/2.0/WS a.invalid;branch=z9hG4bK1\r\n');
});

test.each([
  ['"Quoted \\"name\\"" <sip:a@b>;tag=1', 'Quoted "name"'],
  ['Two Words <sip:a@b>', 'Two Words'],
  ['<sip:a@b>', undefined],
])('the display name of %s is found', (text, name) => {
  expect(parseNameAddr(text)?.displayName).toBe(name);
});

test('UTF-8 bytes are counted, and cut at whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, bytes) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      const taken = takeUtf8(text, bytes);
      expect(text.startsWith(taken)).toBe(true);
      expect(Buffer.byteLength(taken)).toBeLessThanOrEqual(bytes);
    }),
  );
});

test('parsing a mutated message never throws and never changes a message that it accepts', () => {
  const seed = message(
    ['Contact: <sip:x@y.invalid;transport=ws>', 'Max-Forwards: 70', 'Content-Type: text/plain'],
    'hej',
  );
  const mutation = fc.record({
    at: fc.nat(seed.length),
    cut: fc.nat(8),
    put: fc.string({ maxLength: 4, unit: 'binary' }),
  });
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      const text = mutations.reduce(
        (sofar, { at, cut, put }) => sofar.slice(0, at) + put + sofar.slice(at + cut),
        seed,
      );
      const result = parseMessage(text);
      if (!result.ok) return;
      expect(parseMessage(serialize(result.message))).toEqual(result);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ['spaces in a name', `f: ${' '.repeat(60_000)}<`],
  ['commas', `Via: ${','.repeat(60_000)}`],
  ['quotes', `Contact: ${'"\\'.repeat(30_000)}`],
  ['semicolons', `To: <sip:a@b>${';'.repeat(60_000)}`],
  ['folds', `Subject: a${'\r\n a'.repeat(15_000)}`],
  ['headers', 'X: 1\r\n'.repeat(9_000).trimEnd()],
])('64 KiB of %s are parsed in linear time: quadratic time would exceed the test timeout', (_what, line) => {
  expect(typeof parseMessage(message([line])).ok).toBe('boolean');
});

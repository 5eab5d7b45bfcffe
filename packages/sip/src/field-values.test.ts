import { expect, test } from 'vitest';
import { addressOf, callIdOf, contactUriOf, cseqNumberOf, maxForwardsOf, sipUriOf } from './field-values.ts';
import type { Header, SipRequest } from './message.ts';
import { invalidHost, parseVia } from './via.ts';

test.each([
  ['<sip:alice@demo.example>;tag=1', 'alice@demo.example'],
  ['"Alice" <sip:Alice@DEMO.example:5060;transport=ws>', 'alice@demo.example'],
  ['"a, b" <sips:alice@demo.example?subject=x>', 'alice@demo.example'],
  ['sip:alice@demo.example;tag=1', 'alice@demo.example'],
  ['<sip:a%6Cice@demo.example>', 'alice@demo.example'],
  ['<sip:demo.example>', 'demo.example'],
  ['<tel:+4712345678>', ''],
  ['<sip:alice@demo.example', ''],
  ['alice', ''],
  ['', ''],
  [undefined, ''],
])('RFC 3261 §10.3 the address of record of %j is %j', (value, address) => {
  expect(addressOf(value)).toBe(address);
  expect(sipUriOf(value) === undefined).toBe(address === '');
});

const request = (headers: readonly Header[]): SipRequest => ({
  kind: 'request',
  method: 'INVITE',
  uri: 'sip:bobby@demo.example',
  headers,
  body: '',
});

test('fields of a message are read from their first value', () => {
  const read = request([
    { name: 'Contact', value: '"Alice" <sip:alice@a.invalid;transport=ws>;expires=60' },
    { name: 'Contact', value: '<sip:alice@b.invalid>' },
    { name: 'Call-ID', value: 'call-1' },
    { name: 'CSeq', value: '7 INVITE' },
    { name: 'Max-Forwards', value: '12' },
  ]);
  expect(contactUriOf(read)).toBe('sip:alice@a.invalid;transport=ws');
  expect(contactUriOf(request([{ name: 'Contact', value: '<tel:+4712345678>' }]))).toBe('tel:+4712345678');
  expect([callIdOf(read), cseqNumberOf(read), maxForwardsOf(read)]).toEqual(['call-1', 7, 12]);
});

test('fields that are missing or broken have their empty values', () => {
  const empty = request([]);
  const broken = request([
    { name: 'Contact', value: '*' },
    { name: 'CSeq', value: '99999999999 INVITE' },
  ]);
  expect([contactUriOf(empty), callIdOf(empty), cseqNumberOf(empty), maxForwardsOf(empty)]).toEqual([
    '',
    '',
    0,
    70,
  ]);
  expect([contactUriOf(broken), cseqNumberOf(broken)]).toEqual(['', 0]);
});

test('RFC 7118 appendix B.1 an invalid host is valid in Via and in a URI, whatever the token', () => {
  for (const token of ['a', '-_a', '_-', 'Zz9-_']) {
    const host = invalidHost(token);
    expect(parseVia(`SIP/2.0/WS ${host};branch=z9hG4bK1`)?.sentBy).toBe(host);
    expect(sipUriOf(`<sip:alice@${host}>`)).toBeDefined();
    expect(host.endsWith('.invalid')).toBe(true);
  }
});

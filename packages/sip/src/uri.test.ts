import { expect, test } from 'vitest';
import { isRequestUri, parseUri, toRequestUri } from './uri.ts';
import { parseVia } from './via.ts';

test.each([
  ['2001:db8::10', true],
  ['2001:DB8::9:1', true],
  ['::', true],
  ['::1', true],
  ['1::', true],
  ['1:2:3:4:5:6:7:8', true],
  ['1:2:3:4:5:6:7::', true],
  ['::ffff:192.0.2.10', true],
  ['1:2:3:4:5:6:192.0.2.10', true],
  ['2001:db8:::192.0.2.1', true],
  ['1:2', false],
  ['1:2:3:4:5:6:7:8:9', false],
  ['1:2:3:4:5:6:7:8::', false],
  ['1::2::3', false],
  [':::', false],
  [':1:2:3:4:5:6:7', false],
  ['1:2:3:4:5:6:7:', false],
  ['12345::', false],
  ['...', false],
  ['192.0.2.10', false],
  ['::256.0.2.10', false],
  ['::192.0.2', false],
  ['', false],
  ['fe80::1%25eth0', false],
])('RFC 5118 RFC 5954 the IPv6 reference [%s] is valid in a URI and in Via: %j', (address, isRight) => {
  expect(parseUri(`sip:bobby@[${address}]:5060`) !== undefined).toBe(isRight);
  expect(parseVia(`SIP/2.0/WS [${address}]:5060;branch=z9hG4bK1`) !== undefined).toBe(isRight);
});

test('RFC 5118 §4.3 §4.4 the port follows the bracket', () => {
  expect(parseUri('sip:[2001:db8::10:5070]')).toMatchObject({ host: '[2001:db8::10:5070]', port: undefined });
  expect(parseUri('sip:[2001:db8::10]:5070')).toMatchObject({ host: '[2001:db8::10]', port: 5070 });
  expect(parseUri('sip:2001:db8::10')).toBeUndefined();
});

test.each([
  ['sip:x@y.invalid;transport=ws', 'sip:x@y.invalid;transport=ws'],
  ['sip:x@y.invalid;method=BYE', 'sip:x@y.invalid'],
  [
    'sip:x@y.invalid;ob;Meth%6Fd=BYE;transport=ws?Subject=hi&Route=%3Csip:a%3E',
    'sip:x@y.invalid;ob;transport=ws',
  ],
  ['sip:x;method=1?a@y.invalid?b=c', 'sip:x;method=1?a@y.invalid'],
  ['sips:y.invalid:5061;method=INVITE', 'sips:y.invalid:5061'],
  ['mailto:bobby@demo.example?subject=a', 'mailto:bobby@demo.example?subject=a'],
])('RFC 3261 §16.6 step 2 the Request-URI of %s is %s', (uri, expected) => {
  expect(toRequestUri(uri)).toBe(expected);
  expect(isRequestUri(expected)).toBe(true);
});

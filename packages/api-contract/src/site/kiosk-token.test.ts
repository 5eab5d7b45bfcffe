import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readKioskToken } from './kiosk-token.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const signed = (claims: unknown) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

test('KIOSK-05 A-112 a signed token is read, but its signature is not checked', () => {
  expect(readKioskToken(signed({ to: 'echo', username: 'bobby', ivr: '1,2', ref: 'Åsa 7', exp: 1 }))).toEqual(
    {
      kind: 'readable',
      isSigned: true,
      call: { to: 'echo', username: 'bobby', password: undefined, ivr: '1,2', ref: 'Åsa 7' },
    },
  );
});

test.each([base64, (text: string) => Buffer.from(text).toString('base64url')])(
  'KIOSK-06 A-112 the base64 form is read, padded or not',
  (encode) => {
    expect(readKioskToken(encode('t=echo&u=bobby&p=demo%261&i=12&r=%C3%A5'))).toEqual({
      kind: 'readable',
      isSigned: false,
      call: { to: 'echo', username: 'bobby', password: 'demo&1', ivr: '12', ref: 'å' },
    });
  },
);

test('KIOSK-05 an unsigned object is read too', () => {
  expect(readKioskToken(base64('{"to":"echo","ref":7}'))).toMatchObject({
    kind: 'readable',
    isSigned: false,
    call: { to: 'echo', ref: '7' },
  });
});

test.each([base64('u=bobby&p=x'), base64('t=&u=bobby'), signed({ username: 'bobby' })])(
  'KIOSK-07 a token without a target is refused: %s',
  (token) => {
    expect(readKioskToken(token)).toEqual({ kind: 'missingTarget' });
  },
);

test.each(['', '%%%', 'a.b.c', base64('hello'), base64('t=%E0%A4%A'), '/////w==', base64('{"to":')])(
  'KIOSK-08 an undecodable token is refused: %j',
  (token) => {
    expect(readKioskToken(token)).toEqual({ kind: 'unreadable' });
  },
);

test('KIOSK-08 any link is read or refused and never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string().map(base64), fc.json().map(base64)), (token) => {
      expect(typeof readKioskToken(token).kind).toBe('string');
      expect(typeof readKioskToken(`a.${token}.b`).kind).toBe('string');
    }),
  );
});

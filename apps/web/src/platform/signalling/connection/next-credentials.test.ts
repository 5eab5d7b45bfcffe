import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { authorizationIn, nextCredentials } from './next-credentials.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
// The example of RFC 2617 §3.5 with the method and the address of a registration.
const account = { username: 'Mufasa', password: 'Circle Of Life' };
const sent = [
  'REGISTER sip:demo.example SIP/2.0',
  'Authorization: Digest algorithm=MD5, username="Mufasa", realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", uri="sip:demo.example", response="0", opaque="5ccc069c403ebaf9f0171e9517f40e41", qop=auth, cnonce="0a4f113b", nc=0000000f',
  'Content-Length: 0',
  '',
  '',
].join('\r\n');

test('REG-05 the credentials of a REGISTER are used again, with the next count', () => {
  const last = authorizationIn(sent) ?? expect.fail();
  const next = nextCredentials(last, account, md5);
  const a1 = '939e7578ed9e3c518a452acee763bce9';
  const response = md5(
    `${a1}:dcd98b7102dd2f0e8b11d0f600bfb0c093:00000010:0a4f113b:auth:${md5('REGISTER:sip:demo.example')}`,
  );
  expect(next).toBe(
    last
      .replace('response="0"', `response="${response}"`)
      .replace('nc=0000000f', 'nc=00000010')
      .replace(', opaque="5ccc069c403ebaf9f0171e9517f40e41"', '') +
      ', opaque="5ccc069c403ebaf9f0171e9517f40e41"',
  );
});

test.each([sent.replace('qop=auth', 'qop=auth-int'), sent.replace('qop=auth, ', '')])(
  'REG-05 credentials without qop=auth cannot be used again',
  (message) => {
    expect(nextCredentials(authorizationIn(message) ?? '', account, md5)).toBeUndefined();
  },
);

test('REG-05 a request without credentials has none', () => {
  expect(authorizationIn(sent.replace(/Authorization.*\r\n/, ''))).toBeUndefined();
  expect(authorizationIn(sent.replace('Authorization', 'Proxy-Authorization'))).toBeUndefined();
});

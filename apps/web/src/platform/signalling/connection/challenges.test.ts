import { expect, test } from 'vitest';
import { dropForeignChallenges } from './challenges.ts';

const md5 = 'WWW-Authenticate: Digest realm="demo.example", nonce="a", algorithm=MD5, qop="auth"';
const sha = 'WWW-Authenticate: Digest realm="demo.example", nonce="a", algorithm=SHA-256, qop="auth"';
const plain = 'Proxy-Authenticate: Digest realm="demo.example", nonce="b"';
const response = (status: string, ...headers: string[]): string =>
  [`SIP/2.0 ${status}`, 'Call-ID: x', ...headers, 'Content-Length: 0', '', ''].join('\r\n');

test.each([
  ['MD5 stays, first or last', response('401 Unauthorized', md5, sha), response('401 Unauthorized', md5)],
  ['MD5 stays, in any order', response('401 Unauthorized', sha, md5), response('401 Unauthorized', md5)],
  [
    'MD5-sess is another algorithm',
    response('407 x', md5.replace('MD5', '"MD5-sess"'), plain),
    response('407 x', plain),
  ],
  [
    'quoted MD5 is MD5',
    response('401 x', md5.replace('MD5', '"md5"')),
    response('401 x', md5.replace('MD5', '"md5"')),
  ],
  ['nothing that can be answered', response('401 x', sha), response('401 x')],
  ['other messages are left alone', response('200 OK', sha), response('200 OK', sha)],
])('RFC 8760 %s', (_name, message, expected) => {
  expect(dropForeignChallenges(message)).toBe(expected);
});

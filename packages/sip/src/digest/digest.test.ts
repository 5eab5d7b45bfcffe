import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { HashAlgorithm } from './auth-header.ts';
import { parseChallenge, parseCredentials, writeChallenge, writeCredentials } from './auth-header.ts';
import {
  answerChallenge,
  createChallenges,
  digestResponse,
  hashA1,
  isEqualSecret,
  verifyCredentials,
} from './digest.ts';
import { createNonceStore } from './nonce-store.ts';

const hash = (algorithm: HashAlgorithm, text: string) =>
  createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text)
    .digest('hex');

const sign = (text: string) => createHmac('sha256', 'key').update(text).digest('base64url');

const vector = {
  username: 'Mufasa',
  realm: 'http-auth@example.org',
  uri: '/dir/index.html',
  nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
  nonceCount: '00000001',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
] as const)('D9 the response equals the vector of RFC 7616 §3.9.1 with %s', (algorithm, response) => {
  const a1 = hashA1(hash, algorithm, { ...vector, password: 'Circle of Life' });
  expect(digestResponse(hash, { ...vector, algorithm }, 'GET', a1)).toBe(response);
});

test('D9 the response equals the vector of RFC 2617 §3.5', () => {
  const credentials = {
    username: 'Mufasa',
    realm: 'testrealm@host.com',
    nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
    uri: '/dir/index.html',
    nonceCount: '00000001',
    cnonce: '0a4f113b',
    algorithm: 'MD5',
  } as const;
  const a1 = hashA1(hash, 'MD5', { ...credentials, password: 'Circle Of Life' });
  expect(digestResponse(hash, credentials, 'GET', a1)).toBe('6629fae49393a05397450978507c4ef1');
});

test('D9 SHA-256 is offered before MD5, with qop=auth, opaque and stale', () => {
  expect(createChallenges({ realm: 'demo.example', nonce: 'n', opaque: 'o', isStale: true })).toEqual([
    'Digest realm="demo.example", nonce="n", algorithm=SHA-256, qop="auth", opaque="o", stale=true',
    'Digest realm="demo.example", nonce="n", algorithm=MD5, qop="auth", opaque="o", stale=true',
  ]);
});

test.each(['MD5', 'SHA-256'] as const)(
  'D9 credentials with the right password are accepted, with %s',
  (algorithm) => {
    const challenge = { realm: 'demo.example', nonce: 'n', opaque: undefined, algorithm, isStale: false };
    const answering = {
      username: 'alice',
      password: 'pw',
      method: 'REGISTER',
      uri: 'sip:x',
      cnonce: 'c',
      count: 1,
    };
    const credentials = answerChallenge(hash, challenge, answering);
    const a1 = hashA1(hash, algorithm, { username: 'alice', realm: 'demo.example', password: 'pw' });
    const claim = { credentials, method: 'REGISTER', a1 };
    expect(verifyCredentials(hash, claim)).toBe(true);
    const upperCase = { ...credentials, response: credentials.response.toUpperCase() };
    expect(verifyCredentials(hash, { ...claim, credentials: upperCase })).toBe(true);
    expect(verifyCredentials(hash, { ...claim, method: 'INVITE' })).toBe(false);
    expect(
      verifyCredentials(hash, { ...claim, a1: hashA1(hash, algorithm, { ...answering, realm: 'other' }) }),
    ).toBe(false);
    for (const changed of [
      { uri: 'sip:y' },
      { cnonce: 'd' },
      { nonceCount: '00000002' },
      { nonce: 'm' },
      { response: '' },
    ]) {
      expect(verifyCredentials(hash, { ...claim, credentials: { ...credentials, ...changed } })).toBe(false);
    }
  },
);

test('a challenge and its credentials are unchanged by writing and parsing', () => {
  const challenge = {
    realm: 'a "quoted" realm',
    nonce: 'n',
    opaque: 'o',
    algorithm: 'SHA-256',
    isStale: true,
  } as const;
  expect(parseChallenge(writeChallenge(challenge))).toEqual(challenge);
  const answering = {
    username: 'alice',
    password: 'secret',
    method: 'REGISTER',
    uri: 'sip:demo.example',
    cnonce: 'c',
    count: 31,
  };
  const credentials = answerChallenge(hash, challenge, answering);
  expect(credentials.nonceCount).toBe('0000001f');
  expect(parseCredentials(writeCredentials(credentials, 'o'))).toEqual(credentials);
});

test.each([
  'Basic YWxpY2U6c2VjcmV0',
  'Digest',
  'Digest username="a"',
  'Digest username="a", realm="r", nonce="n", uri="u", response="x", qop=auth, cnonce="c", nc=1',
  'Digest username="a", realm="r", nonce="n", uri="u", response="x", qop=auth-int, cnonce="c", nc=00000001',
  'Digest username="a", realm="r", nonce="n", uri="u", response="x", qop=auth, cnonce="c", nc=00000001, algorithm=SHA-512',
  'Digest username="unterminated',
])('credentials that cannot be verified are rejected: %s', (value) => {
  expect(parseCredentials(value)).toBeUndefined();
});

test('isEqualSecret accepts equal texts only', () => {
  expect(isEqualSecret('abc', 'abc')).toBe(true);
  for (const other of ['abd', 'ab', 'abcd', '']) expect(isEqualSecret('abc', other)).toBe(false);
});

test('D9 a nonce is good once for each count, stale after eleven minutes, and cannot be forged', () => {
  let now = 1_000_000;
  let salt = 0;
  const book = createNonceStore({ now: () => now, createSalt: () => String(salt++), sign });
  const nonce = book.create();
  expect(book.use(nonce, '00000001')).toBe('good');
  expect(book.use(nonce, '00000001')).toBe('replayed');
  expect(book.use(nonce, '00000003')).toBe('good');
  expect(book.use(nonce, '00000002')).toBe('replayed');
  expect(book.use(`${nonce}x`, '00000004')).toBe('forged');
  expect(book.use('made up', '00000001')).toBe('forged');
  now += 11 * 60_000 + 1;
  expect(book.use(nonce, '00000004')).toBe('stale');
  expect(book.use(book.create(), '00000001')).toBe('good');
});

test('memory stays bounded, and a nonce dropped for that is stale, not new', () => {
  let salt = 0;
  let now = 0;
  const book = createNonceStore({
    now: () => now,
    createSalt: () => String(salt++),
    sign: (text) => `s${text.length}`,
  });
  now = 1;
  const first = book.create();
  book.use(first, '00000001');
  now = 2;
  for (let n = 0; n < 10_001; n++) book.use(book.create(), '00000001');
  expect(book.use(first, '00000001')).toBe('stale');
});

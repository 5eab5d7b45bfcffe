import { expect, test } from 'vitest';
import { stepAt, stepOfCode, toBase32, totpAt } from './totp.ts';

const secretOf = (text: string, length: number): Uint8Array =>
  Buffer.from(text.repeat(Math.ceil(length / text.length)).slice(0, length));
const SECRETS = {
  sha1: secretOf('1234567890', 20),
  sha256: secretOf('1234567890', 32),
  sha512: secretOf('1234567890', 64),
} as const;

// RFC 6238, appendix B.
test.each([
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
])('D100 the codes at %d s are those of RFC 6238', (seconds, sha1, sha256, sha512) => {
  const at = (hash: 'sha1' | 'sha256' | 'sha512') =>
    totpAt(SECRETS[hash], stepAt(seconds * 1000), { digits: 8, hash });
  expect([at('sha1'), at('sha256'), at('sha512')]).toEqual([sha1, sha256, sha512]);
});

test('D100 a code is taken one step early or late, and no more', () => {
  const now = 1_700_000_000_000;
  const step = stepAt(now);
  const found = [-2, -1, 0, 1, 2].map((skew) =>
    stepOfCode(SECRETS.sha1, totpAt(SECRETS.sha1, step + skew), now),
  );
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
});

test('D100 what is no code is no step', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', '12345\u0000'])
    expect(stepOfCode(SECRETS.sha1, code, 59_000)).toBeUndefined();
});

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('D100 %j is %j in base32', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
});

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOwnCertificate, fingerprintOf, isCertificateFor } from './own-certificate.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 26);
const names = ['192.0.2.7', '2001:db8::1', 'calls.example'];

test('D95 a certificate of the server is for the names given, for a year, and fits its key', async () => {
  const { certificate, key } = await createOwnCertificate(names, now);
  const read = new X509Certificate(certificate);
  expect([read.checkIP('192.0.2.7'), read.checkIP('2001:db8::1'), read.checkHost('calls.example')]).toEqual([
    '192.0.2.7',
    '2001:db8::1',
    'calls.example',
  ]);
  expect([read.checkIP('192.0.2.8'), read.checkHost('evil.example'), read.ca]).toEqual([
    undefined,
    undefined,
    false,
  ]);
  expect(read.validFromDate.getTime()).toBe(now - DAY_MS);
  expect(read.validToDate.getTime()).toBe(now + 365 * DAY_MS);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(fingerprintOf(certificate)).toMatch(/^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/);
});

test('D95 a certificate is kept for the same names until a month before its end', async () => {
  const { certificate } = await createOwnCertificate(names, now);
  const isKept = (wanted: readonly string[], after: number) =>
    isCertificateFor(certificate, wanted, now + after * DAY_MS);
  expect([isKept(names, 0), isKept(['192.0.2.7'], 335), isKept([], 0)]).toEqual([true, true, true]);
  expect([isKept(names, 336), isKept(names, -2), isKept([...names, '192.0.2.8'], 0)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(isCertificateFor('nonsense', names, now)).toBe(false);
});

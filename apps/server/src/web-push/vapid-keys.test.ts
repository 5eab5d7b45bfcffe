import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirError } from '../storage/database/data-dir-error.ts';
import { readOrCreateSecret } from '../storage/secret-file.ts';
import { VAPID_SECRET, vapidKeysOf } from './vapid-keys.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'samtal-vapid-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

test('D78 the key pair stays the same after a restart', () => {
  const keys = vapidKeysOf(readOrCreateSecret(dataDir, VAPID_SECRET));
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
  expect(vapidKeysOf(readOrCreateSecret(dataDir, VAPID_SECRET))).toEqual(keys);
});

test.each([
  ['cut off', 'c2hvcnQ'],
  ['no private key on P-256', 'A'.repeat(43)],
])('D78 a vapid.key that is %s stops the start with a line that says what to do', (_how, content) => {
  writeFileSync(join(dataDir, 'vapid.key'), content);
  expect(() => vapidKeysOf(readOrCreateSecret(dataDir, VAPID_SECRET))).toThrow(DataDirError);
  expect(() => vapidKeysOf(readOrCreateSecret(dataDir, VAPID_SECRET))).toThrow(
    /vapid\.key .*Remove it: .*subscribe anew/,
  );
});

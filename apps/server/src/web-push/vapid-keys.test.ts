import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirError } from '../storage/database/data-dir-error.ts';
import { openVapidKeys } from './vapid-keys.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'samtal-vapid-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

test('D78 the key pair stays the same after a restart', () => {
  const keys = openVapidKeys(dataDir);
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
  expect(openVapidKeys(dataDir)).toEqual(keys);
});

test.each([
  ['cut off', 'c2hvcnQ'],
  ['no private key on P-256', 'A'.repeat(43)],
])('D78 a vapid.key that is %s stops the start with a line that says what to do', (_how, content) => {
  writeFileSync(join(dataDir, 'vapid.key'), content);
  expect(() => openVapidKeys(dataDir)).toThrow(DataDirError);
  expect(() => openVapidKeys(dataDir)).toThrow(/vapid\.key .*Remove it: .*subscribe anew/);
});

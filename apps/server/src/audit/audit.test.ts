import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { wholeList } from '../storage/repositories/in-pages.ts';
import { createOwnAudit } from './own-audit.ts';
import { pruneAudit } from './prune-audit.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.parse('2026-01-01T00:00:00Z');

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'samtal-audit-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const add = (line: object | string, file = 'audit.log') =>
  appendFileSync(join(dataDir, file), `${typeof line === 'string' ? line : JSON.stringify(line)}\n`, {
    mode: 0o600,
  });

const event = (name: string, account: string | undefined, more: object = {}, time = START) => ({
  level: 30,
  time,
  event: name,
  account,
  ...more,
});

const read = async (username: string) =>
  (await wholeList(createOwnAudit(dataDir)(username))).map(({ event: name, address, detail }) =>
    [name, address, detail].filter((part) => part !== undefined).join(' '),
  );

test('D96 a user gets the entries about the own account, and no network address that may be that of a stranger', async () => {
  add(event('logged_in', 'asa', { address: '192.0.2.1' }));
  add(event('logged_in', 'bo', { address: '192.0.2.2', detail: 'asa' }));
  add(event('login_refused', 'asa', { address: '203.0.113.9', detail: '1001' }));
  add(event('too_many_requests', undefined, { address: '192.0.2.3', detail: '"asa"' }));
  add('{"account":"asa", broken');
  add('null');
  add(event('logged_in', 'ASA'));
  expect(await read('asa')).toEqual(['logged_in 192.0.2.1', 'login_refused 1001']);
  expect(await read('a')).toEqual([]);
});

test('D96 the own entries do not tell from where an operator or administrator has changed the account', async () => {
  add(event('account_status_changed', 'asa', { address: '203.0.113.9', detail: 'active', by: 'bo' }));
  add(event('logged_in', 'asa', { address: '192.0.2.1' }));
  expect(await read('asa')).toEqual(['account_status_changed active', 'logged_in 192.0.2.1']);
});

test('D96 entries about an earlier account of the same name are left out', async () => {
  add(event('account_created', 'asa', { detail: 'first' }));
  add(event('logged_in', 'asa', { address: '192.0.2.1' }));
  add(event('account_removed', 'asa'));
  expect(await read('asa')).toEqual([]);
  add(event('account_created', 'asa', { detail: 'second' }));
  add(event('logged_in', 'asa', { address: '192.0.2.2' }));
  expect(await read('asa')).toEqual(['account_created second', 'logged_in 192.0.2.2']);
});

test('D26 D96 lines with the names of an earlier version are read by the present names', async () => {
  for (const name of ['accountCreated', 'loggedIn', 'accountRemoved', 'accountCreated', 'secondFactorAsked'])
    add(event(name, 'asa'));
  expect(await read('asa')).toEqual(['account_created', 'second_factor_asked']);
});

test('D96 without an audit there are no entries, and many are read in pieces', async () => {
  expect(await read('asa')).toEqual([]);
  writeFileSync(join(dataDir, 'audit.log'), '');
  expect(await read('asa')).toEqual([]);
  for (let index = 0; index < 250; index += 1) add(event('logged_in', 'asa', { detail: String(index) }));
  const pieces = [];
  for await (const piece of createOwnAudit(dataDir)('asa')) pieces.push(piece.length);
  expect(pieces).toEqual([100, 100, 50]);
});

test('D96 the audit is split after a twelfth of its days; each part is removed when its last line is too old', async () => {
  const files = () => readdirSync(dataDir).toSorted();
  await pruneAudit(dataDir, 24, START);
  expect(files()).toEqual([]);
  add(event('logged_in', 'asa', { detail: 'old' }));
  await pruneAudit(dataDir, 24, START + 2 * DAY_MS);
  expect(files()).toEqual(['audit.log']);
  await pruneAudit(dataDir, 24, START + 2 * DAY_MS + 1);
  expect(files()).toEqual(['audit-20260103T000000Z.log']);
  expect(statSync(join(dataDir, 'audit-20260103T000000Z.log')).mode & 0o777).toBe(0o600);
  add(event('logged_in', 'asa', { detail: 'new' }, START + 3 * DAY_MS));
  expect(await read('asa')).toEqual(['logged_in old', 'logged_in new']);
  await pruneAudit(dataDir, 24, START + 26 * DAY_MS);
  expect(files()).toContain('audit-20260103T000000Z.log');
  await pruneAudit(dataDir, 24, START + 26 * DAY_MS + 1);
  expect(files()).not.toContain('audit-20260103T000000Z.log');
});

test('D96 files of others in the data folder are left alone, and a first line that cannot be read splits nothing', async () => {
  for (const name of [
    'audit-20200101T000000Z.log.gz',
    'audit.log.1',
    'audit-20209999T000000Z.log',
    'xaudit-20200101T000000Z.log',
  ])
    writeFileSync(join(dataDir, name), 'x');
  add('no JSON');
  const before = readdirSync(dataDir);
  await pruneAudit(dataDir, 1, START + 100 * DAY_MS);
  expect(readdirSync(dataDir)).toEqual(before);
  expect(readFileSync(join(dataDir, 'audit.log'), 'utf8')).toBe('no JSON\n');
});

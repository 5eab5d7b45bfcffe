import { appendFileSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONSOLE_LIMITS } from '../domain/limits/limits.ts';
import { createNameBorders } from './name-borders.ts';
import { createAuditReader } from './read-audit.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const EVER = { from: 0, until: Number.MAX_SAFE_INTEGER };
const everything = { span: EVER, isWished: () => true };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'samtal-audit-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const lineOf = (number: number, more: object = {}) =>
  `${JSON.stringify({ level: 30, time: START + number * 1000, event: 'logged_in', account: 'asa', detail: String(number), ...more })}\n`;
const add = (text: string, file = 'audit.log') => appendFileSync(join(dataDir, file), text);
const detailsOf = (entries: readonly AuditEntry[]) => entries.map(({ detail }) => detail);

/** All entries, page by page. */
async function readAll(
  limit: number,
  wish: Parameters<ReturnType<typeof createAuditReader>['page']>[0] = everything,
) {
  const reader = createAuditReader(dataDir);
  const found: (string | undefined)[] = [];
  let pages = 0;
  for (
    let page = await reader.page(wish, limit, undefined);
    ;
    page = await reader.page(wish, limit, page.next)
  ) {
    found.push(...detailsOf(page.entries));
    pages += 1;
    if (page.next === undefined) return { found, pages };
  }
}
const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_each, index) => String(from - index));

test('D107 entries are read from the newest to the oldest over all files, each once, in pages', async () => {
  expect(await readAll(10)).toEqual({ found: [], pages: 1 });
  add([0, 1, 2].map((number) => lineOf(number)).join(''), 'audit-20260101T000002Z.log');
  add([3, 4].map((number) => lineOf(number)).join(''), 'audit-20260101T000004Z.log');
  add([5, 6].map((number) => lineOf(number)).join(''));
  expect((await readAll(3)).found).toEqual(down(6, 0));
  expect((await readAll(1)).found).toEqual(down(6, 0));
  expect((await readAll(100)).pages).toBe(1);
});

test('D107 a page goes on where the one before has ended, also after new entries and a new file', async () => {
  add([0, 1, 2, 3].map((number) => lineOf(number)).join(''));
  const reader = createAuditReader(dataDir);
  const first = await reader.page(everything, 2, undefined);
  expect(detailsOf(first.entries)).toEqual(['3', '2']);
  add(lineOf(4));
  renameSync(join(dataDir, 'audit.log'), join(dataDir, 'audit-20260101T000004Z.log'));
  add(lineOf(5));
  expect(detailsOf((await reader.page(everything, 9, first.next)).entries)).toEqual(['1', '0']);
  rmSync(join(dataDir, 'audit-20260101T000004Z.log'));
  expect(await reader.page(everything, 9, first.next)).toMatchObject({ entries: [], next: undefined });
  expect(await reader.page(everything, 9, { inode: '0', start: 9 })).toMatchObject({ entries: [] });
});

test('D107 lines that cannot be read, that are too long or have an end of their own harm nothing', async () => {
  add(lineOf(0));
  add('{"time":1,"event":7}\nno JSON\nnull\n\n[]\n{"time":9e300,"event":"logged_in"}\n');
  add(lineOf(1, { detail: 'x'.repeat(300_000) }));
  add(lineOf(2, { detail: 'å 👋 "\\' }));
  add('{"time":2,"event":"logg');
  expect((await readAll(10)).found).toEqual(['å 👋 "\\', '0']);
});

test('D107 only a limited part is looked through for a page, and the end of a time is found without reading what follows', async () => {
  const lines = Array.from({ length: 120_000 }, (_each, number) => lineOf(number));
  writeFileSync(join(dataDir, 'audit.log'), lines.join(''));
  const reader = createAuditReader(dataDir);
  let judged = 0;
  const isWished = ({ detail }: AuditEntry) => {
    judged += 1;
    return detail === '7';
  };
  const page = await reader.page({ span: EVER, isWished }, 50, undefined);
  expect(page).toMatchObject({
    entries: [],
    next: { start: expect.any(Number) },
    readTo: expect.any(Number),
  });
  expect(judged).toBeLessThan(120_000);
  expect((await readAll(50, { span: EVER, isWished })).found).toEqual(['7']);
  judged = 0;
  const span = { from: START + 500_000, until: START + 510_000 };
  const near = await reader.page({ span, isWished: () => (judged += 1) > 0 }, 50, undefined);
  expect(detailsOf(near.entries)).toEqual(down(509, 500));
  expect(CONSOLE_LIMITS.auditBytesPerPage).toBeLessThan(lines.join('').length);
});

test('D107 the whole audit is read in portions, and every file is closed', async () => {
  const open = () => readdirSync('/proc/self/fd').length;
  for (let number = 0; number < 3000; number += 1) add(lineOf(number));
  const before = open();
  const found: (string | undefined)[] = [];
  for await (const portion of createAuditReader(dataDir).all(everything)) found.push(...detailsOf(portion));
  expect(found).toEqual(down(2999, 0));
  for await (const portion of createAuditReader(dataDir).all(everything)) {
    expect(portion.length).toBeGreaterThan(0);
    break;
  }
  await createAuditReader(dataDir).page(everything, 1, undefined);
  expect(open()).toBe(before);
});

test('D107 a username belongs to its account since the last time that one was created or removed', async () => {
  const borders = createNameBorders(dataDir);
  expect((await borders()).of('asa')).toBeUndefined();
  // As an earlier version wrote it.
  add(lineOf(1, { event: 'accountCreated' }));
  expect((await borders()).of('asa')).toBe(START + 1000);
  add(
    lineOf(2, { event: 'account_removed' }) + lineOf(3, { event: 'logged_in', detail: '"account_created"' }),
  );
  renameSync(join(dataDir, 'audit.log'), join(dataDir, 'audit-20260101T000003Z.log'));
  add(lineOf(4, { event: 'account_created', account: 'bo' }));
  const now = await borders();
  expect([now.of('asa'), now.of('bo'), now.of('eva'), now.since]).toEqual([
    START + 2000,
    START + 4000,
    undefined,
    undefined,
  ]);
});

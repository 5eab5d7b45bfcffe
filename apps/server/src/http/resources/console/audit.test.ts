import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, type Role } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp, openBrand } from '../../testing/test-app.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

let bed: TestApp;
let alice: Visitor;

const at = (time: string): number => Date.parse(time);
const add = (...entries: object[]) =>
  appendFileSync(
    join(bed.folder, 'data', 'audit.log'),
    entries.map((entry) => `${JSON.stringify({ level: 30, ...entry })}\n`).join(''),
  );
const give = async (role: Role) => {
  const account = await bed.repositories.accounts.findByUsername('alice');
  await bed.repositories.accounts.changeRole(account?.id ?? '', role);
};
type Entry = { event: string; account?: string; detail?: string };
const read = async (query: Record<string, string> = {}) =>
  (await alice.get('console/audit', query))
    .json<{ entries: Entry[] }>()
    .entries.map(({ event, account, detail }) => [event, account, detail].filter(Boolean).join(' '));

beforeEach(async () => {
  bed = await createTestApp({ brand: { ...openBrand, features: { console: true } } });
  alice = await signIn(bed, 'alice');
  add(
    { time: at('2026-03-01T10:00:00Z'), event: 'logged_in', account: 'bobby', address: '192.0.2.1' },
    // David is of the other organisation.
    { time: at('2026-03-01T23:59:59Z'), event: 'login_refused', account: 'david', address: '192.0.2.2' },
    { time: at('2026-03-02T00:00:00Z'), event: 'too_many_requests', address: '192.0.2.3', detail: '/login' },
    {
      time: at('2026-03-02T10:00:00Z'),
      event: 'console_refused',
      account: 'alice',
      detail: 'GET console/people/:id david',
    },
    {
      time: at('2026-03-03T10:00:00Z'),
      event: 'role_changed',
      account: 'bobby',
      by: 'alice',
      detail: '=cmd|x\n',
    },
    { time: at('2026-03-03T11:00:00Z'), event: 'logged_in', account: 'gone.person' },
  );
});
afterEach(() => bed.close());

test('D107 an operator reads the whole audit, the newest first, and finds entries by day, word and event', async () => {
  await give('operator');
  expect(await read()).toEqual([
    'logged_in gone.person',
    'role_changed bobby =cmd|x\n',
    'console_refused alice GET console/people/:id david',
    'too_many_requests /login',
    'login_refused david',
    'logged_in bobby',
  ]);
  expect(await read({ from: '2026-03-01', to: '2026-03-01' })).toEqual([
    'login_refused david',
    'logged_in bobby',
  ]);
  expect(await read({ search: 'ALICE' })).toHaveLength(2);
  expect(await read({ search: '192.0.2.3' })).toEqual(['too_many_requests /login']);
  expect(await read({ event: 'logged_in', search: 'bob' })).toEqual(['logged_in bobby']);
  for (const query of [{ event: 'any' }, { from: '2026-02-30' }, { before: 'x' }, { before: '1' }])
    expect((await alice.get('console/audit', query)).statusCode).toBe(400);
  expect(await read({ before: '1-1' })).toEqual([]);
});

test('D107 an administrator reads the entries about the own organisation only, and not the person that a refusal was about', async () => {
  await give('administrator');
  expect(await read()).toEqual(['role_changed bobby =cmd|x\n', 'console_refused alice', 'logged_in bobby']);
  for (const search of ['david', '192.0.2.2', 'login', 'gone']) expect(await read({ search })).toEqual([]);
  await alice.post('console/confirmation', { password: 'demo1234' });
  const table = (await alice.get('console/audit/table')).body;
  expect(table).not.toContain('david');
  expect(table).not.toContain('gone.person');
  expect(table.trimEnd().split('\r\n')).toHaveLength(4);
});

test('D107 an administrator reads from which network address other operators and administrators act no more than a user does', async () => {
  await give('administrator');
  const change = { event: 'account_status_changed', account: 'bobby', detail: 'active' } as const;
  add(
    { ...change, time: at('2026-03-04T10:00:00Z'), by: 'carol', address: '192.0.2.77' },
    { ...change, time: at('2026-03-04T11:00:00Z'), by: 'alice', address: '192.0.2.78' },
  );
  expect(await read({ event: change.event })).toHaveLength(2);
  expect([await read({ search: '192.0.2.77' }), await read({ search: '192.0.2.78' })]).toEqual([
    [],
    ['account_status_changed bobby active'],
  ]);
  await alice.post('console/confirmation', { password: 'demo1234' });
  const table = (await alice.get('console/audit/table', { event: change.event })).body;
  expect([table.includes('192.0.2.77'), table.includes('192.0.2.78')]).toEqual([false, true]);
  await give('operator');
  expect(await read({ search: '192.0.2.77' })).toHaveLength(1);
});

test('D107 an administrator reads nothing about an earlier account of the same name', async () => {
  await give('administrator');
  add(
    { time: at('2026-03-04T10:00:00Z'), event: 'account_removed', account: 'bobby' },
    { time: at('2026-03-05T10:00:00Z'), event: 'account_created', account: 'bobby' },
    { time: at('2026-03-06T10:00:00Z'), event: 'logged_in', account: 'bobby' },
  );
  expect(await read({ search: 'bobby' })).toEqual(['logged_in bobby', 'account_created bobby']);
  await give('operator');
  expect(await read({ search: 'bobby' })).toHaveLength(5);
});

test('D107 the table of the audit needs the password, has no formula, and is in the audit', async () => {
  await give('operator');
  expect((await alice.get('console/audit/table')).json()).toMatchObject({
    errorCode: ERROR_CODES.confirmationNeeded,
  });
  await alice.post('console/confirmation', { password: 'demo1234' });
  const answer = await alice.get('console/audit/table', { event: 'role_changed' });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/),
  });
  expect(answer.body).toBe(
    `time,event,account,by,address,detail\r\n2026-03-03T10:00:00.000Z,role_changed,bobby,alice,,"'=cmd|x?"\r\n`,
  );
  expect(bed.events).toContainEqual(expect.objectContaining({ event: 'audit_exported', account: 'alice' }));
});

test('D107 support and users without a role read no audit', async () => {
  expect((await alice.get('console/audit')).statusCode).toBe(403);
  await give('support');
  expect((await alice.get('console/audit')).statusCode).toBe(403);
  expect((await alice.get('console/audit/table')).statusCode).toBe(403);
});

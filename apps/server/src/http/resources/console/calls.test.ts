import { ERROR_CODES, type Role } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallRecord } from '../../../domain/calls/call-record.ts';
import { CONSOLE_LIMITS } from '../../../domain/limits/limits.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp, openBrand } from '../../testing/test-app.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

let bed: TestApp;
let alice: Visitor;

const at = (time: string): number => Date.parse(time);
const record = (id: string, more: Partial<CallRecord> = {}): CallRecord => ({
  id,
  callId: `${id}@phone.invalid`,
  caller: 'alice@demo.example',
  callee: 'bobby@demo.example',
  beganAt: at('2026-03-01T10:00:00Z'),
  answeredAt: undefined,
  endedAt: at('2026-03-01T10:00:30Z'),
  status: 486,
  ending: 'notAnswered',
  offered: ['audio', 'video', 'text'],
  used: [],
  ...more,
});
/** A call that was answered after some seconds, and took some minutes. */
const answered = (id: string, begun: string, seconds: number, more: Partial<CallRecord> = {}) => {
  const beganAt = at(begun);
  return record(id, {
    beganAt,
    answeredAt: beganAt + seconds * 1000,
    endedAt: beganAt + seconds * 1000 + 120_000,
    status: 200,
    ending: 'hungUp',
    used: ['audio'],
    ...more,
  });
};

const give = async (role: Role) => {
  const account = await bed.repositories.accounts.findByUsername('alice');
  await bed.repositories.accounts.changeRole(account?.id ?? '', role);
};
const idsOf = async (query: Record<string, string> = {}) =>
  (await alice.get('console/calls', query)).json<{ calls: { id: string }[] }>().calls.map(({ id }) => id);

beforeEach(async () => {
  bed = await createTestApp({ brand: { ...openBrand, features: { console: true } } });
  alice = await signIn(bed, 'alice');
  await give('support');
  const bobby = await bed.repositories.accounts.findByUsername('bobby');
  await bed.repositories.accounts.setProperty(bobby?.id ?? '', { key: 'SURNAME', value: 'Öberg' });
  await bed.repositories.callRecords.putAll([
    record('1'),
    answered('2', '2026-03-01T23:59:00Z', 30, { callee: 'david@demo.example', used: ['text'] }),
    answered('3', '2026-03-02T09:00:00Z', 5, { used: ['audio', 'video', 'text'] }),
    record('4', {
      callee: '=cmd|x@demo.example\n',
      beganAt: at('2026-03-03T09:00:00Z'),
      status: 404,
      offered: ['audio'],
    }),
    record('5', {
      caller: '',
      beganAt: at('2026-03-03T09:00:01Z'),
      endedAt: undefined,
      status: undefined,
      ending: undefined,
    }),
  ]);
});
afterEach(() => bed.close());

test('D107 calls are found by days, by person or address, by outcome and by kind', async () => {
  expect(await idsOf()).toEqual(['5', '4', '3', '2', '1']);
  expect(await idsOf({ from: '2026-03-02' })).toEqual(['5', '4', '3']);
  expect(await idsOf({ from: '2026-03-01', to: '2026-03-01' })).toEqual(['2', '1']);
  expect(await idsOf({ search: 'DAVID' })).toEqual(['2']);
  expect(await idsOf({ search: 'oberg' })).toEqual(['5', '3', '1']);
  expect(await idsOf({ search: 'alice davi' })).toEqual([]);
  expect(await idsOf({ search: '%' })).toHaveLength(5);
  expect(await idsOf({ outcome: 'busy' })).toEqual(['1']);
  expect(await idsOf({ outcome: 'running' })).toEqual(['5']);
  expect(await idsOf({ outcome: 'answered', kind: 'text' })).toEqual(['2']);
  expect(await idsOf({ kind: 'voice' })).toEqual(['4']);
  expect((await alice.get('console/calls', { search: 'david' })).json().runningTotal).toBe(1);
});

test('D107 a filter that cannot be is refused', async () => {
  await alice.post('console/confirmation', { password: 'demo1234' });
  for (const query of [
    { from: '2026-02-30' },
    { from: '2026-03-02', to: '2026-03-01' },
    { to: 'today' },
    { outcome: 'all' },
    { kind: "video' or 1=1" },
    { search: 'x'.repeat(300) },
  ])
    for (const path of ['console/calls', 'console/calls/table'])
      expect([query, (await alice.get(path, query)).statusCode]).toEqual([query, 400]);
  expect((await alice.get('console/calls', { before: 'x' })).statusCode).toBe(400);
});

test('D107 a rare call among many is found in steps of limited length, each call once', async () => {
  const most = CONSOLE_LIMITS.recordsPerPage;
  const records = Array.from({ length: most + 700 }, (_each, number) =>
    record(`many-${String(number).padStart(6, '0')}`, { beganAt: at('2026-04-01T00:00:00Z') + (number % 9) }),
  );
  for (let first = 0; first < records.length; first += 5000)
    await bed.repositories.callRecords.putAll(records.slice(first, first + 5000));
  const first = (await alice.get('console/calls', { search: 'david' })).json();
  expect([first.calls, typeof first.next, first.searchedTo]).toEqual([
    [],
    'string',
    at('2026-04-01T00:00:00Z'),
  ]);
  expect(await idsOf({ search: 'david', before: first.next })).toEqual(['2']);
  const seen: string[] = [];
  let before: string | undefined;
  while (seen.length < 200) {
    const query: Record<string, string> = before === undefined ? {} : { before };
    const page = await alice.get('console/calls', { outcome: 'busy', ...query });
    const answer = page.json<{ calls: { id: string }[]; next: string }>();
    seen.push(...answer.calls.map(({ id }) => id));
    before = answer.next;
  }
  expect(new Set(seen).size).toBe(200);
});

test('D107 two searches of a user run at a time, four wait, and further ones are refused', async () => {
  await bed.close();
  let [running, most] = [0, 0];
  const { perKey, waitingPerKey } = CONSOLE_LIMITS.looking;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  bed = await createTestApp({
    brand: { ...openBrand, features: { console: true } },
    around: (repositories) => ({
      ...repositories,
      callRecords: {
        ...repositories.callRecords,
        async latest(...search) {
          running += 1;
          most = Math.max(most, running);
          await gate;
          running -= 1;
          return repositories.callRecords.latest(...search);
        },
      },
    }),
  });
  alice = await signIn(bed, 'alice');
  await give('support');
  const answers = Array.from({ length: perKey + waitingPerKey + 1 }, () => alice.get('console/calls'));
  const refused = await Promise.race(answers);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, expect.any(String)]);
  await expect.poll(() => running).toBe(perKey);
  open();
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(perKey + waitingPerKey);
  expect(most).toBe(perKey);
});

test('D107 the table has the calls that match, no formula and no line of its own in a cell; it needs the password and is in the audit', async () => {
  expect((await alice.get('console/calls/table')).json()).toMatchObject({
    errorCode: ERROR_CODES.confirmationNeeded,
  });
  await alice.post('console/confirmation', { password: 'demo1234' });
  const answer = await alice.get('console/calls/table', { from: '2026-03-02', to: '2026-03-31' });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="calls-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'no-store',
  });
  const [heading, ...lines] = answer.body.trimEnd().split('\r\n');
  expect(heading).toBe(
    'began,answered,ended,caller,callee,callerOrganisation,calleeOrganisation,status,ending,kind,offered,used,callId',
  );
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`,"'=cmd|x@demo.example?",`);
  expect(
    (await alice.get('console/calls/table', { search: 'david' })).body.trimEnd().split('\r\n'),
  ).toHaveLength(2);
  expect((await alice.get('console/calls/table', { from: '2026-02-30' })).statusCode).toBe(400);
  expect(bed.events).toContainEqual({
    event: 'calls_exported',
    account: 'alice',
    address: '127.0.0.1',
    detail: '2026-03-02 2026-03-31',
  });
});

test('D107 the numbers add up outcomes, kinds, set-up times, text and minutes of each organisation by day', async () => {
  const numbers = await alice.get('console/calls/numbers', { from: '2026-03-01', to: '2026-03-02' });
  expect(numbers.json()).toEqual({
    from: '2026-03-01',
    to: '2026-03-02',
    calls: [
      { day: '2026-03-01', outcome: 'busy', kind: 'video', calls: 1 },
      { day: '2026-03-01', outcome: 'answered', kind: 'text', calls: 1 },
      { day: '2026-03-02', outcome: 'answered', kind: 'video', calls: 1 },
    ],
    days: [
      { day: '2026-03-01', answered: 1, withText: 1, setUpHalf: 30, setUpMost: 30 },
      { day: '2026-03-02', answered: 1, withText: 1, setUpHalf: 5, setUpMost: 5 },
    ],
    minutes: [
      { day: '2026-03-01', organisation: 1, calls: 1, minutes: 2 },
      { day: '2026-03-01', organisation: 2, calls: 1, minutes: 2 },
      { day: '2026-03-02', organisation: 1, calls: 1, minutes: 2 },
    ],
  });
  const usual = (await alice.get('console/calls/numbers')).json();
  expect(usual.to).toBe(new Date(bed.context.now()).toISOString().slice(0, 10));
  expect(at(usual.to) - at(usual.from)).toBe(29 * 24 * 60 * 60 * 1000);
  for (const query of [
    { from: '2026-01-01', to: '2026-04-03' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2026-03-02', to: '2026-03-01' },
  ])
    expect((await alice.get('console/calls/numbers', query)).statusCode).toBe(400);
});

test('D107 an administrator of an organisation gets no calls, no table and no numbers', async () => {
  await give('administrator');
  await alice.post('console/confirmation', { password: 'demo1234' });
  for (const path of ['console/calls', 'console/calls/table', 'console/calls/numbers'])
    expect((await alice.get(path)).statusCode).toBe(403);
  expect(bed.events.filter(({ event }) => event === 'console_refused')).toHaveLength(3);
});

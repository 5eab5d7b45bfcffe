import type { HistoryAnswer } from '@samtal/api-contract';
import { historyAnswerSchema } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp, DAY_MS } from '../../testing/test-app.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

let server: TestApp;
let alice: Visitor;

const call = (id: string, timestamp: number, more = {}) => ({
  id,
  type: 'outgoing',
  answered: true,
  outcome: 'terminatedLocal',
  sipAddress: 'bobby@demo.example',
  contactName: 'Bobby',
  receivedText: 'hi',
  sentText: 'hello',
  transcript: [
    { author: 'own', text: 'hello', offsetMs: 10 },
    { author: 'other', text: 'hi', offsetMs: 20 },
  ],
  timestamp,
  duration: 60,
  ...more,
});
const kept = { features: { transcripts: [1] } };

async function start(brand: unknown = kept): Promise<void> {
  server = await createTestApp({ brand });
  alice = await signIn(server, 'alice');
}
beforeEach(() => start());
afterEach(() => server.close());

const page = async (visitor: Visitor, query?: Record<string, string>): Promise<HistoryAnswer> =>
  historyAnswerSchema.parse((await visitor.get('history', query)).json());
const ids = ({ entries }: HistoryAnswer) => entries.map(({ id }) => id);

test('HIST-02 A-089 a new demo account has the four sample calls; the login announces the history', async () => {
  expect((await page(alice)).entries).toMatchObject([
    { type: 'incoming', answered: true },
    { type: 'incoming', answered: false },
    {
      type: 'outgoing',
      answered: true,
      sentText: expect.stringMatching(/./),
      receivedText: expect.stringMatching(/./),
    },
    { type: 'outgoing', answered: false },
  ]);
  expect(alice.capabilities).toContainEqual({ key: 'SYS_HISTORY', value: 'true' });
});

test('HIST-01 D14 a recorded call is listed once with its transcript, and for no other account', async () => {
  const record = call('new', Date.now());
  for (const answer of [
    await alice.post('history', record),
    await alice.post('history', { ...record, duration: 1 }),
  ])
    expect(answer.json()).toEqual({ status: 'OK' });
  expect((await page(alice)).entries[0]).toMatchObject({
    id: 'new',
    sentText: 'hello',
    receivedText: 'hi',
    duration: 60,
  });
  expect((await alice.get('history/new')).json()).toEqual(record);
  const bobby = await signIn(server, 'bobby');
  expect((await bobby.get('history/new')).statusCode).toBe(404);
  expect((await bobby.delete('history/new')).statusCode).toBe(404);
  expect(ids(await page(alice))).toContain('new');
});

test('HIST-01 pages connect without gap or overlap, even where calls have the same time', async () => {
  await alice.delete('history');
  for (let number = 0; number < 7; number++)
    await alice.post('history', call(`c${number}`, 1000 + (number >> 1)));
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const answer: HistoryAnswer = await page(alice, { limit: '2', ...(before === null ? {} : { before }) });
    seen.push(...ids(answer));
    before = answer.next;
  } while (before !== null);
  expect(seen).toEqual(['c6', 'c5', 'c4', 'c3', 'c2', 'c1', 'c0']);
  expect(ids(await page(alice, { before: '1002' }))).toEqual(['c3', 'c2', 'c1', 'c0']);
});

test('HIST-01 missed calls can be listed alone', async () => {
  await alice.post('history', call('missed', Date.now(), { type: 'incoming', answered: false }));
  expect(ids(await page(alice, { missed: 'true' }))).toEqual(['missed', 'sample-2']);
});

test('A-013 one call or all can be deleted', async () => {
  expect((await alice.delete('history/sample-2')).body).toBe('OK');
  expect((await alice.delete('history/sample-2')).statusCode).toBe(404);
  expect(ids(await page(alice))).toEqual(['sample-1', 'sample-3', 'sample-4']);
  expect((await alice.delete('history')).body).toBe('OK');
  expect(ids(await page(alice))).toEqual([]);
});

test('D41 own text that may not have arrived is kept as such, and the list shows that there is text', async () => {
  const transcript = [{ author: 'own', text: 'I am at 12 Main St', isDoubtful: true, offsetMs: 10 }];
  await alice.post('history', call('doubtful', Date.now(), { receivedText: '', sentText: '', transcript }));
  expect((await alice.get('history/doubtful')).json()).toMatchObject({ sentText: '', transcript });
  const { entries } = await page(alice);
  expect(entries.find(({ id }) => id === 'doubtful')?.sentText).toBe('I am at 12 Main St');
});

test('D14 BRAND-04 where transcripts are off the text of a call is not kept', async () => {
  const david = await signIn(server, 'david');
  await david.post('history', call('bare', Date.now()));
  expect((await david.get('history/bare')).json()).toMatchObject({
    sentText: '',
    receivedText: '',
    transcript: [],
  });
  await server.repositories.organisations.set(2, { key: 'FEATURE_TRANSCRIPTS', value: 'true' });
  await david.post('history', call('whole', Date.now()));
  expect((await david.get('history/whole')).json()).toMatchObject({ sentText: 'hello' });
});

test('D14 calls beyond the retention period of the organisation are removed', async () => {
  await server.repositories.organisations.set(1, { key: 'HISTORY_RETENTION_DAYS', value: '1' });
  expect(ids(await page(alice))).toEqual(['sample-1', 'sample-2']);
  server.pass(DAY_MS);
  alice = await signIn(server, 'alice');
  expect((await alice.get('history/sample-1')).statusCode).toBe(404);
  const carol = await server.repositories.accounts.findByUsername('carol');
  const question = { before: undefined, limit: 10, isMissedOnly: false };
  expect(await server.repositories.history.list(carol?.id ?? '', question)).toHaveLength(4);
  await server.repositories.history.sweep(server.context.now());
  expect(await server.repositories.history.list(carol?.id ?? '', question)).toEqual([]);
});

test('a client clock that runs ahead does not put a call into the future', async () => {
  await alice.post('history', call('tomorrow', Date.now() + 2 * DAY_MS));
  const [first] = (await page(alice)).entries;
  expect(first?.id).toBe('tomorrow');
  expect(first?.timestamp).toBeLessThanOrEqual(Date.now());
});

test('long texts are shortened in the list and whole in the single call', async () => {
  const sentText = 'å'.repeat(100_000);
  await alice.post('history', call('long', Date.now(), { sentText, receivedText: sentText }));
  expect((await page(alice)).entries[0]?.sentText).toBe('å'.repeat(200));
  expect((await alice.get('history/long')).json()).toMatchObject({ sentText });
});

test.each([
  ['no id', { id: '' }],
  ['a strange id', { id: '../x' }],
  ['a strange type', { type: 'sideways' }],
  ['a negative time', { timestamp: -1 }],
  ['a fraction of a second', { duration: 0.5 }],
  ['too long a text', { sentText: 'x'.repeat(100_001) }],
  [
    'a run with isDoubtful false',
    { transcript: [{ author: 'own', text: '', isDoubtful: false, offsetMs: 0 }] },
  ],
  ['a run by an unknown author', { transcript: [{ author: 'x', text: '', offsetMs: 0 }] }],
])('a call with %s is refused with 2004', async (_, wrong) => {
  const answer = await alice.post('history', call('one', 1, wrong));
  expect([answer.statusCode, answer.json().errorCode]).toEqual([400, 2004]);
});

test.each([
  { before: 'x' },
  { before: '1.a/b' },
  { limit: '0' },
  { limit: '201' },
  { limit: 'x' },
  { missed: 'maybe' },
])('a query like %j is refused with 2004', async (query) => {
  const answer = await alice.get('history', query);
  expect([answer.statusCode, answer.json().errorCode]).toEqual([400, 2004]);
});

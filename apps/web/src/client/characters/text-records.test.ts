import { parseCsv } from '@samtal/api-contract';
import { type CallClient, type ClientState, initialClientState } from '@samtal/call-core';
import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { charactersCsv } from './characters-csv.ts';
import { createCharacterReader } from './read-characters.ts';
import { createTextRecords } from './text-records.ts';

type Call = ClientState['call'];

const media = { audio: false, video: false, text: true, textTransport: 'dataChannel' } as const;
const accepted = (callId: string, acceptedAt = 0): Call => ({
  phase: 'accepted',
  call: { callId, direction: 'outgoing', remoteUser: { address: 'bobby@demo.example' } },
  media,
  acceptedAt,
});
const completed = (callId: string, outcome: 'terminatedLocal' | 'terminatedRemote'): Call => ({
  phase: 'completed',
  call: { callId, direction: 'outgoing', remoteUser: { address: 'bobby@demo.example' } },
  outcome,
});

function createScene() {
  let state = initialClientState;
  const listeners: (() => void)[] = [];
  const client: Pick<CallClient, 'getState' | 'subscribe'> = {
    getState: () => state,
    subscribe(listener) {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const clock = createFakeClock();
  const records = createTextRecords(client, clock);
  return {
    clock,
    records,
    show: (call: Call, behind?: Call): void => {
      state = { ...initialClientState, call, behind: behind && { ...initialClientState, call: behind } };
      for (const listener of listeners) listener();
    },
  };
}

test('D91 messages are recorded with direction, carrier, time and number, and what became of them', () => {
  const { clock, records } = createScene();
  const beganAt = clock.now();
  const watch = records.watch('1', false);
  const report = watch.sent('dataChannel', 'a😀');
  clock.advance(300);
  watch.received('message', 'b');
  report('taken');
  watch.received('dataChannel', '', true);
  watch.received('dataChannel', 'c', false);
  const common = { isCounted: false, isRead: true };
  expect(records.of('1')?.messages()).toEqual([
    {
      ...common,
      isOwn: true,
      carrier: 'dataChannel',
      at: beganAt,
      characters: 'a😀',
      number: 1,
      size: 2,
      total: 2,
      outcome: 'taken',
    },
    {
      ...common,
      isOwn: false,
      carrier: 'message',
      at: beganAt + 300,
      characters: 'b',
      number: 1,
      size: 1,
      total: 3,
    },
    {
      ...common,
      isOwn: false,
      carrier: 'dataChannel',
      at: beganAt + 300,
      characters: 'c',
      number: 3,
      size: 1,
      total: 4,
      isRead: false,
    },
  ]);
});

test('D91 a record tells of each change', () => {
  const { records } = createScene();
  const watch = records.watch('1', false);
  let changes = 0;
  records.of('1')?.changes.subscribe(() => changes++);
  const report = watch.sent('message', 'a');
  report('lost');
  watch.received('message', 'b');
  expect(changes).toBe(3);
});

test('D91 a flood leaves the newest 10,000 characters at least, and a bounded number of units', () => {
  const { records } = createScene();
  const watch = records.watch('1', false);
  const record = records.of('1');
  const units = (): number =>
    record?.messages().reduce((sum, { characters }) => sum + characters.length, 0) ?? 0;
  let most = 0;
  for (let count = 0; count < 100_000; count++) {
    watch.received('dataChannel', count < 50_000 ? '😀' : String(count % 10));
    if (count % 997 === 0) most = Math.max(most, units());
  }
  const messages = record?.messages() ?? [];
  expect(most).toBeGreaterThan(20_000);
  expect(most).toBeLessThanOrEqual(40_000);
  expect(messages.length).toBeGreaterThanOrEqual(20_000);
  expect(messages.at(-1)).toMatchObject({ characters: '9', number: 100_000, total: 100_000 });
});

test('D91 of messages of megabytes the end is kept, and the numbers count the whole', () => {
  const { records } = createScene();
  const watch = records.watch('1', false);
  for (let count = 0; count < 20; count++) watch.received('dataChannel', '漢'.repeat(250_000), false);
  const record = records.of('1');
  const messages = record?.messages() ?? [];
  expect(messages.length).toBeLessThanOrEqual(2);
  expect(messages.at(-1)).toMatchObject({ size: 250_000, total: 5_000_000, number: 20 });
  const { rows } = createCharacterReader({ messages: () => messages }).read();
  expect(rows).toHaveLength(10_000);
  expect(rows.at(-1)).toMatchObject({ number: 5_000_000, place: 250_000 });
});

test('D91 a record goes with its call: after the screen of its end, or with the next call', () => {
  const { records, show } = createScene();
  records.watch('1', false);
  show(accepted('1'));
  expect(records.of('1')).toBeDefined();
  show({ ...accepted('1'), phase: 'ended', outcome: 'terminatedRemote' } as Call);
  expect(records.of('1')).toBeDefined();
  show(completed('1', 'terminatedRemote'));
  expect(records.of('1')).toBeUndefined();

  records.watch('2', false);
  show(accepted('2'));
  show(completed('2', 'terminatedLocal'));
  expect(records.of('2')).toBeUndefined();

  records.watch('3', false);
  show(accepted('3'));
  show(accepted('4'));
  expect(records.of('3')).toBeUndefined();
});

test('D91 D85 each of two calls has its own record, also when they change places', () => {
  const { records, show } = createScene();
  records.watch('1', false).received('message', 'one');
  show(accepted('1'));
  records.watch('2', false).received('message', 'two');
  show(accepted('2'), accepted('1'));
  show(accepted('1'), accepted('2'));
  const wordsOf = (callId: string) =>
    records
      .of(callId)
      ?.messages()
      .map(({ characters }) => characters);
  expect([wordsOf('1'), wordsOf('2')]).toEqual([['one'], ['two']]);
  show(accepted('1'));
  expect([wordsOf('1'), wordsOf('2')]).toEqual([['one'], undefined]);
});

test('D91 D87 the record of a call to which the user is transferred waits until the call is in the state', () => {
  const { records, show } = createScene();
  show(accepted('1'));
  records.watch('new', false).received('message', 'a');
  show(accepted('1', 1));
  expect(records.of('new')).toBeDefined();
  show(accepted('new'));
  show({ phase: 'idle' });
  expect(records.of('new')).toBeUndefined();
});

test('D91 D81 after a reload times count from the begin of the call; on another transport the record goes on', () => {
  const { clock, records, show } = createScene();
  clock.advance(90_000);
  const acceptedAt = clock.now() - 60_000;
  show(accepted('1', acceptedAt));
  const first = records.watch('1', true);
  const record = records.of('1');
  expect([record?.beganAt, record?.recordedFrom]).toEqual([acceptedAt, clock.now()]);
  first.received('dataChannel', 'a');
  records.watch('1', false).received('message', 'b');
  expect(record?.messages().map(({ isCounted }) => isCounted)).toEqual([true, false]);
});

test('D91 the table has every field, is exact by its code points, and no spreadsheet runs it', () => {
  const { clock, records } = createScene();
  const watch = records.watch('1', false);
  clock.advance(250);
  watch.sent('dataChannel', '=\b')('taken');
  watch.received('message', '"\u2028\u0301');
  const record = records.of('1');
  if (record === undefined) throw new Error('there is a record');
  const csv = charactersCsv(createCharacterReader(record).read(), record, false);
  const at = new Date(record.beganAt + 250).toISOString();
  expect(csv).toContain("'=");
  expect(parseCsv(csv)).toEqual([
    [
      'number',
      'direction',
      'time_ms',
      'clock',
      'transport',
      'chunk',
      'place_in_chunk',
      'code_point',
      'character',
      'name',
      'meaning',
      'delivery',
    ],
    ['1', 'sent', '250', at, 'data_channel', '1', '1', 'U+003D', '=', '', '', 'delivered'],
    ['2', 'sent', '250', at, 'data_channel', '1', '2', 'U+0008', 'BS', 'BACKSPACE', 'erases', 'delivered'],
    ['3', 'received', '250', at, 'message', '1', '1', 'U+0022', '"', '', '', ''],
    ['4', 'received', '250', at, 'message', '1', '2', 'U+2028', 'LS', 'LINE SEPARATOR', 'new_line', ''],
    ['5', 'received', '250', at, 'message', '1', '3', 'U+0301', '◌\u0301', 'COMBINING ACUTE ACCENT', '', ''],
  ]);
});

import { createFakeClock } from '@samtal/test-kit';
import { expect, test, vi } from 'vitest';
import type { CallRecord } from '../domain/calls/call-record.ts';
import { CALL_RECORD_LIMITS } from '../domain/limits/limits.ts';
import { settle } from '../sip/testing/test-bed.ts';
import { createRecordWriter } from './record-writer.ts';

const record = (id: string, more: Partial<CallRecord> = {}): CallRecord => ({
  id,
  callId: id,
  caller: 'a@x',
  callee: 'b@x',
  beganAt: 0,
  answeredAt: undefined,
  endedAt: undefined,
  status: undefined,
  ending: undefined,
  offered: [],
  used: [],
  ...more,
});

function createBed() {
  const clock = createFakeClock();
  const written: (readonly CallRecord[])[] = [];
  const database = { isAway: false };
  const noted: number[] = [];
  const error = vi.fn();
  const writer = createRecordWriter({
    repository: {
      putAll: async (records) => {
        if (database.isAway) throw new Error('gone');
        written.push(records);
      },
      noteTime: async (now) => void noted.push(now),
    },
    clock,
    log: { error },
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settle();
  };
  return { clock, written, database, noted, error, writer, pass };
}

test('D93 a call that ends at once is one write, with its last state', async () => {
  const { writer, written, pass } = createBed();
  writer.put(record('1'));
  writer.put(record('1', { status: 404, ending: 'notAnswered', endedAt: 5 }));
  expect(written).toEqual([]);
  await pass(CALL_RECORD_LIMITS.writeMs);
  expect(written).toEqual([[record('1', { status: 404, ending: 'notAnswered', endedAt: 5 })]]);
  await pass(60_000);
  expect(written).toHaveLength(1);
});

test('D93 while the database does not answer, records wait in a limited number, and one line is logged', async () => {
  const { writer, written, database, error, pass } = createBed();
  database.isAway = true;
  writer.put(record('0'));
  await pass(CALL_RECORD_LIMITS.writeMs);
  for (let n = 1; n < CALL_RECORD_LIMITS.waiting; n++) expect(writer.put(record(String(n)))).toBe(true);
  expect(writer.put(record('one more'))).toBe(false);
  // The end of a call that waits is noted all the same.
  expect(writer.put(record('7', { ending: 'hungUp' }))).toBe(true);
  await pass(CALL_RECORD_LIMITS.retryMs);
  await pass(CALL_RECORD_LIMITS.retryMs);
  expect(error.mock.calls).toEqual([[{ event: 'call_records_not_stored', err: expect.any(Error) }]]);
  database.isAway = false;
  await pass(CALL_RECORD_LIMITS.retryMs);
  await writer.close();
  const all = written.flat();
  expect(all).toHaveLength(CALL_RECORD_LIMITS.waiting);
  expect(all.find(({ id }) => id === '7')?.ending).toBe('hungUp');
  expect(Math.max(...written.map(({ length }) => length))).toBe(CALL_RECORD_LIMITS.atOnce);
});

test('D93 the stop of the server stores what waits, and the time is noted once a minute and at the end', async () => {
  const { writer, written, noted, clock, pass } = createBed();
  await pass(60_000);
  await pass(60_000);
  expect(noted).toHaveLength(2);
  writer.put(record('1'));
  await writer.close();
  expect(written).toEqual([[record('1')]]);
  expect(noted.at(-1)).toBe(clock.now());
  await pass(600_000);
  expect(noted).toHaveLength(3);
});

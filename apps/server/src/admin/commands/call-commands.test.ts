import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallRecord } from '../../domain/calls/call-record.ts';
import { createTestApp, type TestApp } from '../../http/testing/test-app.ts';
import type { AdminTools } from '../command.ts';
import { callCommands } from './call-commands.ts';

let bed: TestApp;
let printed: string[];

const at = (time: string): number => Date.parse(time);

const record = (id: string, more: Partial<CallRecord>): CallRecord => ({
  id,
  callId: `${id}@phone.invalid`,
  caller: 'alice@demo.example',
  callee: 'bobby@demo.example',
  beganAt: at('2026-03-01T10:00:00Z'),
  answeredAt: undefined,
  endedAt: undefined,
  status: undefined,
  ending: undefined,
  offered: ['audio', 'video', 'text'],
  used: [],
  ...more,
});

beforeEach(async () => {
  bed = await createTestApp();
  await bed.repositories.callRecords.putAll([
    record('1', {
      answeredAt: at('2026-03-01T10:00:05Z'),
      endedAt: at('2026-03-01T10:03:05Z'),
      status: 200,
      ending: 'hungUp',
      used: ['audio', 'video', 'text'],
    }),
    // From organisation 1 to 2, over midnight.
    record('2', {
      callee: 'david@demo.example',
      beganAt: at('2026-03-01T23:59:00Z'),
      answeredAt: at('2026-03-01T23:59:30Z'),
      endedAt: at('2026-03-02T00:01:00Z'),
      status: 200,
      ending: 'lost',
      used: ['text'],
    }),
    record('3', {
      beganAt: at('2026-03-02T09:00:00Z'),
      endedAt: at('2026-03-02T09:00:30Z'),
      status: 408,
      ending: 'notAnswered',
    }),
    record('4', { callee: '=cmd|x@demo.example', beganAt: at('2026-03-03T09:00:00Z') }),
    record('\u001b[2J', { beganAt: at('2026-03-03T09:00:01Z') }),
  ]);
});
afterEach(() => bed.close());

async function run(name: string, options: Record<string, string> = {}): Promise<string[]> {
  printed = [];
  const tools = {
    ...bed.context,
    now: () => at('2026-03-03T12:00:00Z'),
    print: (line: string) => void printed.push(line),
  } as unknown as AdminTools;
  await callCommands[name]?.run({ words: [], options: new Map(Object.entries(options)) }, tools);
  return printed;
}

test('D93 the records of some days are printed as a table, with times in UTC', async () => {
  const [heading, ...rows] = await run('call-records', { from: '2026-03-01', to: '2026-03-02', csv: '' });
  expect(heading).toBe(
    'began,answered,ended,caller,callee,callerOrganisation,calleeOrganisation,status,ending,kind,offered,used,callId',
  );
  expect(rows).toEqual([
    '2026-03-01T10:00:00.000Z,2026-03-01T10:00:05.000Z,2026-03-01T10:03:05.000Z,alice@demo.example,bobby@demo.example,1,1,200,hungUp,video,audio video text,audio video text,1@phone.invalid',
    '2026-03-01T23:59:00.000Z,2026-03-01T23:59:30.000Z,2026-03-02T00:01:00.000Z,alice@demo.example,david@demo.example,1,2,200,lost,text,audio video text,text,2@phone.invalid',
    '2026-03-02T09:00:00.000Z,,2026-03-02T09:00:30.000Z,alice@demo.example,bobby@demo.example,1,1,408,notAnswered,video,audio video text,,3@phone.invalid',
  ]);
  expect(await run('call-records', { from: '2026-03-02', to: '2026-03-02' })).toHaveLength(2);
  // Without days the last 30.
  expect(await run('call-records')).toHaveLength(6);
});

test('D93 what a peer chose is neither a formula in a spreadsheet nor a command for a terminal', async () => {
  const csv = await run('call-records', { from: '2026-03-03', csv: '' });
  expect(csv[1]).toContain(`,"'=cmd|x@demo.example",`);
  expect(csv[2]).toContain(',?[2J@phone.invalid');
  const plain = await run('call-records', { from: '2026-03-03' });
  expect(plain.join('')).not.toContain('\u001b');
});

test('D93 minutes are added up by day, organisation and kind; a call between two counts for both', async () => {
  expect(await run('call-minutes', { from: '2026-03-01', to: '2026-03-03', csv: '' })).toEqual([
    'day,organisation,kind,calls,minutes',
    '2026-03-01,1,video,1,3.0',
    '2026-03-01,1,text,1,1.5',
    '2026-03-01,2,text,1,1.5',
  ]);
});

test.each([
  [{ from: '2026-02-30' }, '--from must be a day such as'],
  [{ from: 'yesterday' }, '--from must be a day such as'],
  [{ to: '2026-3-1' }, '--to must be a day such as'],
  [{ from: '2026-03-02', to: '2026-03-01' }, '--from must not be after --to.'],
])('D93 %j is refused with a reason', async (options, reason) => {
  await expect(run('call-records', options)).rejects.toThrow(reason);
});

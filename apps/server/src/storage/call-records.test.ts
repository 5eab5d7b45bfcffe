import { expect, test } from 'vitest';
import { closeLostCalls } from '../call-records/close-lost-calls.ts';
import type { CallRecord, ListedCallRecord } from '../domain/calls/call-record.ts';
import { addAccount } from './testing/accounts-of-tests.ts';
import { onEachOpenStorage, reopen, storage } from './testing/open-storage.ts';

const recordOf = (id: string, more: Partial<CallRecord> = {}): CallRecord => ({
  id,
  callId: `call "${id}" 👋`,
  caller: 'asa@demo.example',
  callee: 'bo@demo.example',
  beganAt: 1000,
  answeredAt: undefined,
  endedAt: undefined,
  status: undefined,
  ending: undefined,
  offered: ['audio', 'video'],
  used: [],
  ...more,
});

async function listed(from = 0, until = 1e15): Promise<ListedCallRecord[]> {
  const all: ListedCallRecord[] = [];
  for await (const page of storage.repositories.callRecords.list({ from, until })) all.push(...page);
  return all;
}

onEachOpenStorage(() => {
  test('D93 a record is read as it was written, with the organisations of its users at the begin', async () => {
    await addAccount(storage.repositories, 'asa', { addresses: ['asa@demo.example'], organisationId: 7 });
    await addAccount(storage.repositories, 'mailbox', { addresses: ['bo@demo.example'], kind: 'party' });
    const { callRecords } = storage.repositories;
    await callRecords.putAll([recordOf('1'), recordOf('2', { beganAt: 2000, callee: '' })]);
    const end = {
      answeredAt: 3000,
      endedAt: 9000,
      status: 200,
      ending: 'hungUp',
      used: ['audio', 'text'],
    } as const;
    await callRecords.putAll([recordOf('1', end)]);
    await reopen();
    const organisations = { callerOrganisation: 7, calleeOrganisation: undefined };
    expect(await listed()).toEqual([
      { ...recordOf('1', end), ...organisations },
      { ...recordOf('2', { beganAt: 2000, callee: '' }), ...organisations },
    ]);
    expect((await listed(1000, 2000)).map(({ id }) => id)).toEqual(['1']);
    expect((await listed(1001, 2001)).map(({ id }) => id)).toEqual(['2']);
  });

  test('D93 a list over many pages has each call once, also of calls that began in the same millisecond', async () => {
    const { callRecords } = storage.repositories;
    const records = Array.from({ length: 2500 }, (_, n) =>
      recordOf(String(n).padStart(5, '0'), { beganAt: 1000 + Math.trunc(n / 900) }),
    );
    await callRecords.putAll(records);
    expect((await listed()).map(({ id }) => id)).toEqual(records.map(({ id }) => id));
  });

  test('D93 calls that a killed server leaves open end as lost when it was last known to run', async () => {
    const { callRecords } = storage.repositories;
    const used = ['audio'] as const;
    const closed = recordOf('1', { endedAt: 1500, status: 404, ending: 'notAnswered' });
    await callRecords.putAll([
      closed,
      recordOf('2', { answeredAt: 2000, status: 200, used }),
      recordOf('3', { beganAt: 70_000 }),
    ]);
    await callRecords.noteTime(50_000);
    await callRecords.noteTime(60_000);
    const open = await callRecords.listOpen();
    expect(open.map(({ id }) => id).toSorted()).toEqual(['2', '3']);
    await closeLostCalls(callRecords, open);
    expect(await listed()).toMatchObject([
      closed,
      { endedAt: 60_000, status: 200, ending: 'lost' },
      { endedAt: 70_000, status: undefined, ending: 'lost' },
    ]);
    expect(await callRecords.listOpen()).toEqual([]);
  });

  test('D93 records older than their days, and the oldest above the limit, are removed', async () => {
    const { callRecords } = storage.repositories;
    await callRecords.putAll([1, 2, 3, 4, 5].map((n) => recordOf(String(n), { beganAt: n * 1000 })));
    await callRecords.sweep({ before: 2000, most: 10 });
    expect((await listed()).map(({ id }) => id)).toEqual(['2', '3', '4', '5']);
    await callRecords.sweep({ before: 0, most: 3 });
    expect((await listed()).map(({ id }) => id)).toEqual(['3', '4', '5']);
  });

  test('D93 the records of a removed account stay without its address', async () => {
    const { accounts, callRecords } = storage.repositories;
    const { id } = await addAccount(storage.repositories, 'asa', {
      addresses: ['asa@demo.example', 'reception@demo.example'],
      organisationId: 7,
    });
    await callRecords.putAll([
      recordOf('1'),
      recordOf('2', { caller: 'bo@demo.example', callee: 'reception@demo.example' }),
    ]);
    await accounts.remove(id);
    expect(await listed()).toMatchObject([
      { caller: '', callee: 'bo@demo.example', callerOrganisation: 7 },
      { caller: 'bo@demo.example', callee: '', calleeOrganisation: 7 },
    ]);
  });
});

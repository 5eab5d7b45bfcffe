import type { HistoryRecord } from '@samtal/api-contract';
import { createFakeClock } from '@samtal/test-kit';
import { expect, test, vi } from 'vitest';
import type { AccountStatus } from '../domain/accounts/account.ts';
import { RETENTION_KEY } from '../domain/people/history.ts';
import { wholeList } from './repositories/in-pages.ts';
import { startSweeping } from './sweep.ts';
import { addAccount } from './testing/accounts-of-tests.ts';
import { onEachOpenStorage, storage } from './testing/open-storage.ts';

const HOUR_MS = 60 * 60 * 1000;

const added = async (kind: 'person' | 'anonymous', username: string, status: AccountStatus = 'active') =>
  (await addAccount(storage.repositories, username, { kind, status, addresses: [] })).id;

onEachOpenStorage(() => {
  test('D14 expired data is removed while the server runs, and the connections of removed callers end', async () => {
    const { accounts, sessions, history, organisations, revocations, oneTimeKeys } = storage.repositories;
    const clock = createFakeClock();
    const asa = await added('person', 'asa');
    const stranger = await added('anonymous', 'anonymous-1');
    await sessions.add(
      { tokenHash: 'token', accountId: stranger, lastUsedAt: clock.now(), sipSecret: 'secret' },
      10,
    );
    const sessionId = (await sessions.find('token'))?.id;
    await oneTimeKeys.add({ keyHash: 'key', accountId: asa, purpose: 'reset', expiresAt: clock.now() });
    await organisations.set(1, { key: RETENTION_KEY, value: '1' });
    const call: HistoryRecord = {
      id: 'call-1',
      type: 'incoming',
      answered: true,
      outcome: 'answered',
      sipAddress: 'bo@demo.example',
      contactName: '',
      receivedText: '',
      sentText: '',
      transcript: [],
      timestamp: clock.now(),
      duration: 1,
    };
    await history.add(asa, call, { entries: 10, bytes: 1_000_000 });

    const stop = await startSweeping({
      callRecordDays: 90,
      messageDays: 0,
      auditDays: 0,
      repositories: storage.repositories,
      clock,
      log: { error: vi.fn() },
    });
    expect(await history.find(asa, 'call-1')).toBeDefined();
    expect(await accounts.findById(stranger)).toBeDefined();

    clock.advance(31 * 24 * HOUR_MS);
    await vi.waitFor(async () => expect(await oneTimeKeys.find('key')).toBeUndefined());
    await vi.waitFor(async () => expect(await history.find(asa, 'call-1')).toBeUndefined());
    expect(await accounts.findById(stranger)).toBeUndefined();
    expect(await revocations.take()).toEqual([{ username: 'anonymous-1' }, { sessionId }]);
    expect(clock.pending()).toBe(1);
    stop();
    expect(clock.pending()).toBe(0);
  });

  test.each([
    [1, 0],
    [0, 1],
  ])('D96 with MESSAGE_DAYS=%i, %i messages are left two days later', async (messageDays, left) => {
    const { messages } = storage.repositories;
    const clock = createFakeClock();
    const asa = await added('person', 'asa');
    const message = { fromDisplayName: undefined, fromSipaddress: undefined, timestamp: clock.now() };
    const number = await messages.open(asa, message, 10);
    await messages.close(asa, number ?? 0);
    clock.advance(48 * HOUR_MS);
    const stop = await startSweeping({
      callRecordDays: 90,
      messageDays,
      auditDays: 0,
      repositories: storage.repositories,
      clock,
      log: { error: vi.fn() },
    });
    expect(await wholeList(messages.list(asa))).toHaveLength(left);
    stop();
  });

  test('A-011 D48 an expired session is removed within a minute, and its SIP rights with it', async () => {
    const { sessions, revocations } = storage.repositories;
    const clock = createFakeClock();
    const accountId = await added('person', 'asa');
    const stop = await startSweeping({
      callRecordDays: 90,
      messageDays: 0,
      auditDays: 0,
      repositories: storage.repositories,
      clock,
      log: { error: vi.fn() },
    });
    await sessions.add(
      { tokenHash: 'token', accountId, lastUsedAt: clock.now() - 12 * HOUR_MS, sipSecret: 'secret' },
      10,
    );
    clock.advance(60_000);
    await vi.waitFor(async () => expect(await revocations.take()).toHaveLength(1));
    expect(await sessions.find('token')).toBeUndefined();
    stop();
  });

  test('A-033 an unverified account is removed, but only when its expired link is forgotten', async () => {
    const { accounts, oneTimeKeys } = storage.repositories;
    const clock = createFakeClock();
    const accountId = await added('person', 'late', 'unverified');
    await oneTimeKeys.add({ keyHash: 'key', accountId, purpose: 'verification', expiresAt: clock.now() });
    const stop = await startSweeping({
      callRecordDays: 90,
      messageDays: 0,
      auditDays: 0,
      repositories: storage.repositories,
      clock,
      log: { error: vi.fn() },
    });
    clock.advance(29 * 24 * HOUR_MS);
    expect(await oneTimeKeys.find('key')).toBeDefined();
    clock.advance(2 * 24 * HOUR_MS);
    await vi.waitFor(async () => expect(await accounts.findById(accountId)).toBeUndefined());
    stop();
  });
});

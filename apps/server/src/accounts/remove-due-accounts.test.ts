import { createFakeClock, type FakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Account } from '../domain/accounts/account.ts';
import { OWN_DATA_LIMITS } from '../domain/limits/limits.ts';
import type { SecurityEvent } from '../domain/security-event.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { addAccount } from '../storage/testing/accounts-of-tests.ts';
import { onEachOpenStorage, reopen, storage } from '../storage/testing/open-storage.ts';
import { createAccountService } from './account-service.ts';
import { startRemovingAccounts } from './remove-due-accounts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let clock: FakeClock;
let events: SecurityEvent[];
let asa: Account;

const serviceOn = (repositories: Repositories) =>
  createAccountService({
    repositories,
    hasher: { hash: (password) => Promise.resolve(password), verify: () => Promise.resolve(true) },
    createSecret: () => 'secret',
    now: () => clock.now(),
    sessionsEnded: () => undefined,
  });

function start(repositories: Repositories = storage.repositories, log = { error: vi.fn() }) {
  return startRemovingAccounts({
    repositories,
    accountService: serviceOn(repositories),
    audit: (event) => void events.push(event),
    clock,
    log,
  });
}

/** Lets the checks of each minute run until the account is gone. */
const isRemovedInTime = () =>
  vi.waitFor(
    async () => {
      clock.advance(OWN_DATA_LIMITS.checkMs);
      expect(await isThere()).toBe(false);
    },
    { timeout: 10_000 },
  );

const isThere = async () => (await storage.repositories.accounts.findById(asa.id)) !== undefined;

onEachOpenStorage(() => {
  beforeEach(async () => {
    clock = createFakeClock();
    events = [];
    asa = await addAccount(storage.repositories, 'asa');
  });

  test('D96 an account is removed when its time is over, with all its data, and no other account is', async () => {
    const { contacts, revocations, callRecords, ownData } = storage.repositories;
    const bo = await addAccount(storage.repositories, 'bo');
    const draft = {
      fname: 'A',
      sname: '',
      sipaddress: 'a@b.example',
      email: '',
      address: '',
      postNr: '',
      city: '',
    };
    for (const { id } of [asa, bo]) await contacts.add(id, draft, 10);
    await callRecords.putAll([
      {
        id: 'r',
        callId: 'c',
        caller: 'asa@demo.example',
        callee: 'bo@demo.example',
        beganAt: 1,
        answeredAt: undefined,
        endedAt: 1,
        status: 480,
        ending: 'notAnswered',
        offered: [],
        used: [],
      },
    ]);
    await serviceOn(storage.repositories).askDeletion(asa, clock.now() + 14 * DAY_MS);
    const stop = start();
    clock.advance(14 * DAY_MS - 1);
    await Promise.resolve();
    expect(await isThere()).toBe(true);
    await isRemovedInTime();
    await stop();
    expect(events).toEqual([{ event: 'account_removed', account: 'asa', detail: 'asked by the user' }]);
    expect(await revocations.take()).toContainEqual({ username: 'asa' });
    for await (const page of ownData.calls('callee', 'bo@demo.example')) expect(page[0]?.caller).toBe('');
    expect(await storage.repositories.accounts.findById(bo.id)).toEqual(bo);
    for await (const page of contacts.search(bo.id, [])) expect(page).toHaveLength(1);
  });

  test('D96 a deletion survives restarts, also one that was interrupted while it ran', async () => {
    await serviceOn(storage.repositories).askDeletion(asa, clock.now() + DAY_MS);
    await reopen();
    clock.advance(DAY_MS);
    const until = clock.now() + OWN_DATA_LIMITS.claimMs;
    expect(await storage.repositories.deletions.claimDue(clock.now(), until)).toBe(asa.id);
    await reopen();
    const stop = start();
    expect(await isThere()).toBe(true);
    await isRemovedInTime();
    await stop();
  });

  test('D96 an account that was kept stays', async () => {
    const service = serviceOn(storage.repositories);
    await service.askDeletion(asa, clock.now() + DAY_MS);
    expect(await service.cancelDeletion(asa)).toBe(true);
    clock.advance(10 * DAY_MS);
    await start()();
    expect(await isThere()).toBe(true);
  });

  test('D96 of two processes one removes an account and notes it', async () => {
    await serviceOn(storage.repositories).askDeletion(asa, clock.now());
    await Promise.all([start()(), start()()]);
    expect(await isThere()).toBe(false);
    expect(events).toHaveLength(1);
  });

  test('D96 a failure of the database is logged, and the deletion is carried out later', async () => {
    await serviceOn(storage.repositories).askDeletion(asa, clock.now());
    let isBroken = true;
    const { accounts } = storage.repositories;
    const log = { error: vi.fn() };
    const stop = start(
      {
        ...storage.repositories,
        accounts: {
          ...accounts,
          remove: (id) => (isBroken ? Promise.reject(new Error('gone')) : accounts.remove(id)),
        },
      },
      log,
    );
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledOnce(), { timeout: 10_000 });
    isBroken = false;
    await isRemovedInTime();
    await stop();
  });
});

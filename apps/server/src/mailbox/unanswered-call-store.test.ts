import { type Brand, parseBrand } from '@samtal/api-contract';
import { expect, onTestFinished, test } from 'vitest';
import { createChangeBus } from '../domain/change-bus.ts';
import { HISTORY_LIMITS } from '../domain/limits/limits.ts';
import type { MissedCall } from '../domain/people/incoming-call.ts';
import { addAccount } from '../storage/testing/accounts-of-tests.ts';
import { onEachStorage } from '../storage/testing/each-storage.ts';
import { createUnansweredCallStore } from './unanswered-call-store.ts';

const missed: MissedCall = {
  callId: 'call-1@phone.example',
  caller: { address: 'bobby@demo.example', name: 'Bobby' },
  callee: 'asa@demo.example',
  at: 1_700_000_000_000,
  cause: 'notReachable',
  hasRung: false,
};

onEachStorage((create) => {
  async function setUp(features: object = { history: true }) {
    const place = await create();
    const { repositories, close } = await place.open();
    onTestFinished(async () => {
      await close();
      place.remove();
    });
    const asa = (await addAccount(repositories, 'asa')).id;
    const result = parseBrand({ features });
    const brand: Brand = result.ok ? result.brand : expect.fail('the brand is right');
    const changes = createChangeBus();
    const told: string[] = [];
    const logged: unknown[] = [];
    changes.subscribe(asa, (change) => told.push(change));
    const store = createUnansweredCallStore({
      repositories,
      changes,
      brand,
      historyBytes: 1_000_000,
      log: { warn: (entry: unknown) => void logged.push(entry) },
    });
    const calls = () => repositories.history.list(asa, { before: undefined, limit: 10, isMissedOnly: true });
    const keep = store.missed;
    return { keep, rejected: store.rejected, told, calls, logged, asa, history: repositories.history };
  }

  test('D14 A-065 a call without a reachable phone is added to the history, and open pages are notified', async () => {
    const { keep, told, calls } = await setUp();
    await keep(missed);
    expect(await calls()).toMatchObject([
      {
        type: 'incoming',
        answered: false,
        outcome: 'canceledRemote',
        sipAddress: 'bobby@demo.example',
        contactName: 'Bobby',
        timestamp: missed.at,
      },
    ]);
    expect(told).toEqual(['history']);
  });

  test('D14 a call that a client sends twice is stored once', async () => {
    const { keep, told, calls } = await setUp();
    await keep(missed);
    await keep(missed);
    await keep({ ...missed, callId: 'call-2@phone.example' });
    expect(await calls()).toHaveLength(2);
    expect(told).toHaveLength(2);
  });

  test.each(['notAnswered', 'givenUp'] as const)('D14 a call that rang is not added: %s', async (cause) => {
    const { keep, calls } = await setUp();
    await keep({ ...missed, cause, hasRung: true });
    expect(await calls()).toEqual([]);
  });

  test.each(['notAnswered', 'givenUp'] as const)(
    'D14 D78 a call is added that only pushed devices showed: %s',
    async (cause) => {
      const { keep, calls } = await setUp();
      await keep({ ...missed, cause });
      expect(await calls()).toMatchObject([{ outcome: 'canceledRemote' }]);
    },
  );

  test('D14 D78 a call that the user rejected on a device without a page is added as rejected', async () => {
    const { rejected, told, history, asa } = await setUp();
    await rejected(missed);
    const all = await history.list(asa, { before: undefined, limit: 10, isMissedOnly: false });
    expect(all).toMatchObject([{ outcome: 'rejectedLocal', answered: false, contactName: 'Bobby' }]);
    expect(told).toEqual(['history']);
  });

  test('HIST-01 where there is no history, nothing is stored', async () => {
    const { keep, calls } = await setUp({});
    await keep(missed);
    expect(await calls()).toEqual([]);
  });

  test('A-105 a name that looks like an address is not stored; calls to unknown addresses are ignored', async () => {
    const { keep, calls } = await setUp();
    await keep({ ...missed, caller: { ...missed.caller, name: '112' } });
    await keep({ ...missed, callee: 'nobody@demo.example' });
    expect((await calls()).map(({ contactName }) => contactName)).toEqual(['']);
  });

  test('A-035 D14 callers without an account leave a limited number of missed calls a day, and none replaces another call', async () => {
    const { keep, history, asa, logged } = await setUp();
    const from = (address: string, callId: string, at = missed.at) =>
      keep({ ...missed, callId, at, caller: { address, name: undefined } });
    await from('bobby@demo.example', 'honest');
    const most = HISTORY_LIMITS.missedFromAnonymous;
    for (let index = 0; index < most + 5; index++)
      await from(`anonymous-${index}@demo.example`, `stranger ${index}`);
    const count = async () =>
      (await history.list(asa, { before: undefined, limit: 100, isMissedOnly: true })).length;
    expect(await count()).toBe(1 + most);
    expect(logged).toHaveLength(5);
    expect(logged[0]).toMatchObject({ event: 'missed_call_dropped', callee: 'asa' });
    // Only calls from anonymous callers are counted, and only those of the last 24 hours.
    await from('carol@demo.example', 'honest too');
    await from('anonymous-x@demo.example', 'next day', missed.at + 25 * 60 * 60 * 1000);
    expect(await count()).toBe(3 + most);
  });
});

import { type Brand, parseBrand } from '@samtal/api-contract';
import { expect, onTestFinished, test } from 'vitest';
import { createChangeBus } from '../domain/change-bus.ts';
import type { MissedCall } from '../domain/missed-call.ts';
import { createMissedCallStore } from './missed-call-store.ts';
import { onEachStorage } from './testing/each-storage.ts';

const missed: MissedCall = {
  callId: 'call-1@phone.example',
  caller: { address: 'bobby@demo.example', name: 'Bobby' },
  callee: 'asa@demo.example',
  at: 1_700_000_000_000,
  cause: 'notReachable',
};

onEachStorage((create) => {
  async function setUp(features: object = { history: true }) {
    const place = await create();
    const { repositories, close } = await place.open();
    onTestFinished(async () => {
      await close();
      place.remove();
    });
    const account = await repositories.accounts.add({
      kind: 'person',
      username: 'asa',
      passwordHash: 'hash',
      sipPassword: 'secret',
      organisationId: 1,
      status: 'active',
      language: undefined,
      addresses: ['asa@demo.example'],
      properties: [],
    });
    const asa = account?.id ?? expect.fail('taken');
    const result = parseBrand({ features });
    const brand: Brand = result.ok ? result.brand : expect.fail('the brand is right');
    const changes = createChangeBus();
    const told: string[] = [];
    changes.subscribe(asa, (change) => told.push(change));
    const keep = createMissedCallStore(repositories, changes, brand);
    const calls = () => repositories.history.list(asa, { before: undefined, limit: 10, isMissedOnly: true });
    return { keep, told, calls };
  }

  test('D14 A-065 who called while nobody could be reached stands in the history, and open pages are told', async () => {
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

  test('D14 a call that comes twice, by a client that sends it again, is there once', async () => {
    const { keep, told, calls } = await setUp();
    await keep(missed);
    await keep(missed);
    await keep({ ...missed, callId: 'call-2@phone.example' });
    expect(await calls()).toHaveLength(2);
    expect(told).toHaveLength(2);
  });

  test.each(['notAnswered', 'givenUp'] as const)('D14 a phone that rang tells itself: %s', async (cause) => {
    const { keep, calls } = await setUp();
    await keep({ ...missed, cause });
    expect(await calls()).toEqual([]);
  });

  test('HIST-01 where there is no history, nothing is kept', async () => {
    const { keep, calls } = await setUp({});
    await keep(missed);
    expect(await calls()).toEqual([]);
  });

  test('A-105 a name that pretends to be an address is not kept; somebody unknown is nobody', async () => {
    const { keep, calls } = await setUp();
    await keep({ ...missed, caller: { ...missed.caller, name: '112' } });
    await keep({ ...missed, callee: 'nobody@demo.example' });
    expect((await calls()).map(({ contactName }) => contactName)).toEqual(['']);
  });
});

import { parseBrand } from '@samtal/api-contract';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.ts';
import { createChangeBus } from '../domain/change-bus.ts';
import type { NewAccount, Repositories } from '../storage/repositories/repositories.ts';
import { onEachOpenStorage, storage } from '../storage/testing/open-storage.ts';
import { createDoNotDisturb } from './do-not-disturb.ts';

const BOBBY = 'bobby@demo.example';
const ALICE = 'alice@demo.example';

let clock: FakeClock;
let bobby: Account;
let told: string[];
let failures: number;

const added = async (username: string, more: Partial<NewAccount> = {}): Promise<Account> =>
  (await storage.repositories.accounts.add({
    kind: 'person',
    username,
    passwordHash: undefined,
    organisationId: 1,
    status: 'active',
    addresses: [`${username}@demo.example`],
    properties: [],
    ...more,
  })) ?? expect.fail('taken');

function create(flag: unknown = true, repositories: Repositories = storage.repositories) {
  const result = parseBrand({ features: { doNotDisturb: flag } });
  if (!result.ok) throw new Error('the brand of the test is invalid');
  const changes = createChangeBus();
  changes.subscribe(bobby.id, (change) => void told.push(change));
  const log = { error: () => void (failures += 1) };
  return createDoNotDisturb({ repositories, brand: result.brand, changes, clock, log });
}

const set = (value: string, { id } = bobby) =>
  storage.repositories.settings.set(id, 'web', { key: 'WEB_DO_NOT_DISTURB', value });

const valueNow = async () =>
  (await storage.repositories.settings.list(bobby.id, 'web')).map(({ value }) => value);

const contact = (sipaddress: string, favourite: boolean) =>
  storage.repositories.contacts.add(
    bobby.id,
    { fname: 'A', sname: '', sipaddress, email: '', address: '', postNr: '', city: '', favourite },
    10,
  );

onEachOpenStorage(() => {
  beforeEach(async () => {
    clock = createFakeClock();
    [told, failures] = [[], 0];
    bobby = await added('bobby', { addresses: [BOBBY, 'reception@demo.example'] });
  });

  test('D86 calls are turned away while it is on, for each address of the account', async () => {
    const { turnsAway, isOn } = create();
    expect([await turnsAway(BOBBY, ALICE), await isOn(BOBBY)]).toEqual([false, false]);
    await set('on');
    expect([await turnsAway(BOBBY, ALICE), await isOn(BOBBY)]).toEqual([true, true]);
    expect(await turnsAway('reception@demo.example', ALICE)).toBe(true);
    expect(await turnsAway('nobody@demo.example', ALICE)).toBe(false);
    await set('off');
    expect(await turnsAway(BOBBY, ALICE)).toBe(false);
  });

  test('D86 it ends at its time, without a change of the setting', async () => {
    const { turnsAway } = create();
    await set(String(clock.now() + 1));
    expect(await turnsAway(BOBBY, ALICE)).toBe(true);
    clock.advance(1);
    expect(await turnsAway(BOBBY, ALICE)).toBe(false);
  });

  test.each(['', 'ON', 'true', '99999999999999', "on' or '1'='1"])(
    'D86 the stored value %j, which cannot be set, lets calls ring',
    async (value) => {
      await set(value);
      expect(await create().turnsAway(BOBBY, ALICE)).toBe(false);
    },
  );

  test.each([ALICE, 'Alice@Demo.Example', `sip:${ALICE}`, `SIPS:${ALICE}`])(
    'D86 D53 a favourite with the address %s rings',
    async (address) => {
      await set('on');
      await contact(address, true);
      const { turnsAway } = create();
      expect(await turnsAway(BOBBY, ALICE)).toBe(false);
      for (const other of ['lice@demo.example', 'alice@demo.example.example', 'alice', '%', ''])
        expect(await turnsAway(BOBBY, other)).toBe(true);
    },
  );

  test('D86 a contact without a star is turned away, and so is the favourite of another user', async () => {
    await set('on');
    await contact(ALICE, false);
    expect(await create().turnsAway(BOBBY, ALICE)).toBe(true);
    const carol = await added('carol');
    await set('on', carol);
    await contact(ALICE, true);
    expect(await create().turnsAway('carol@demo.example', ALICE)).toBe(true);
  });

  test('D86 A-068 a call from an emergency number rings: built-in, of the organisation, of the user', async () => {
    await set('on');
    const { turnsAway } = create();
    const ring = async () =>
      Promise.all(
        ['112', '911', '1-1-2', '113', '114'].map((user) => turnsAway(BOBBY, `${user}@demo.example`)),
      );
    expect(await ring()).toEqual([false, false, false, true, true]);
    const numbers = (value: string) => ({ key: 'GEO_EMERGENCY_NUMBERS', value });
    await storage.repositories.organisations.set(1, numbers('113'));
    expect(await ring()).toEqual([true, true, true, false, true]);
    await storage.repositories.settings.set(bobby.id, 'system', numbers('114, 112'));
    expect(await ring()).toEqual([false, true, false, true, false]);
  });

  test('D86 an emergency call ends it, and the devices of the user are told', async () => {
    const { called } = create();
    await set('on');
    called(BOBBY, 'alice@demo.example');
    called(ALICE, '112@demo.example');
    await expect.poll(valueNow).toEqual(['on']);
    called(BOBBY, '112@demo.example');
    await expect.poll(valueNow).toEqual(['off']);
    await expect.poll(() => told).toEqual(['settings']);
  });

  test('D86 where the feature is off, a setting of earlier has no effect', async () => {
    await set('on');
    expect(await create(false).turnsAway(BOBBY, ALICE)).toBe(false);
    expect(await create([2]).turnsAway(BOBBY, ALICE)).toBe(false);
    expect(await create([1]).turnsAway(BOBBY, ALICE)).toBe(true);
    await storage.repositories.organisations.set(1, { key: 'FEATURE_DONOTDISTURB', value: 'false' });
    expect(await create().turnsAway(BOBBY, ALICE)).toBe(false);
  });

  test.each(['party', 'anonymous'] as const)(
    'D86 an account of the kind %s has no do not disturb',
    async (kind) => {
      const other = await added('other', { kind });
      await set('on', other);
      expect(await create().turnsAway('other@demo.example', ALICE)).toBe(false);
    },
  );

  test('D86 a call rings when the database fails or does not answer in time', async () => {
    await set('on');
    const answering = (ofAddress: Repositories['settings']['ofAddress']): Repositories => ({
      ...storage.repositories,
      settings: { ...storage.repositories.settings, ofAddress },
    });
    const broken = create(
      true,
      answering(() => Promise.reject(new Error('gone'))),
    );
    expect([await broken.turnsAway(BOBBY, ALICE), await broken.isOn(BOBBY), failures]).toEqual([
      false,
      false,
      2,
    ]);
    const silent = create(
      true,
      answering(() => new Promise(() => undefined)),
    ).turnsAway(BOBBY, ALICE);
    clock.advance(1_000);
    expect(await silent).toBe(false);
  });
});

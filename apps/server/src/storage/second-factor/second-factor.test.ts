import { expect, test } from 'vitest';
import { addAccount } from '../testing/accounts-of-tests.ts';
import { onEachOpenStorage, storage } from '../testing/open-storage.ts';

const passkey = (credentialId: string) => ({
  id: `id-${credentialId}`,
  name: 'Phone',
  credentialId,
  publicKey: 'key',
  signCount: 3,
  transports: ['internal', 'hybrid'],
  addedAt: 1000,
  lastUsedAt: undefined,
});
const app = { sealedSecret: 'sealed', step: 10, addedAt: 1000 };
const first = { hashes: ['a'], hasStep: false };
const further = { hashes: [], hasStep: true, most: 2 };
const added = async (username: string) => (await addAccount(storage.repositories, username)).id;

onEachOpenStorage(() => {
  test('D100 the first factor of an account brings recovery codes, and the last one takes them away', async () => {
    const { secondFactors } = storage.repositories;
    const id = await added('asa');
    expect(await secondFactors.isOn(id)).toBe(false);
    expect(await secondFactors.setApp(id, app, { ...first, hashes: ['a', 'b'] })).toEqual({ isFirst: true });
    expect(await secondFactors.findApp(id)).toEqual({ sealedSecret: 'sealed', addedAt: 1000 });
    expect(await secondFactors.addPasskey(id, passkey('one'), { ...further, hashes: ['c'] })).toEqual({
      isFirst: false,
    });
    expect(await secondFactors.listPasskeys(id)).toEqual([passkey('one')]);
    expect(await secondFactors.countCodes(id)).toBe(2);
    expect(await secondFactors.remove(id, 'app')).toBe(true);
    expect(await secondFactors.remove(id, 'app')).toBe(false);
    expect([await secondFactors.isOn(id), await secondFactors.countCodes(id)]).toEqual([true, 2]);
    expect(await secondFactors.remove(id, 'id-one')).toBe(true);
    expect([await secondFactors.isOn(id), await secondFactors.countCodes(id)]).toEqual([false, 0]);
  });

  test('D100 a time step, a recovery code and a counter are used once, by one of many at the same moment', async () => {
    const { secondFactors } = storage.repositories;
    const id = await added('asa');
    await secondFactors.setApp(id, app, first);
    await secondFactors.addPasskey(id, passkey('one'), further);
    const five = <T>(use: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, use));
    const won = (results: readonly boolean[]) => results.filter((each) => each).length;
    expect(await secondFactors.useStep(id, 10)).toBe(false);
    expect(won(await five(() => secondFactors.useStep(id, 11)))).toBe(1);
    expect(await secondFactors.useStep(id, 9)).toBe(false);
    expect(won(await five(() => secondFactors.useCode(id, 'a')))).toBe(1);
    const use = { id: 'id-one', signCount: 4, before: 3, usedAt: 2000 };
    expect(won(await five(() => secondFactors.usePasskey(id, use)))).toBe(1);
    expect(await secondFactors.listPasskeys(id)).toMatchObject([{ signCount: 4, lastUsedAt: 2000 }]);
  });

  test('D100 without the second step only a first factor is added, one of many at the same moment', async () => {
    const { secondFactors } = storage.repositories;
    const id = await added('asa');
    const unproved = { hashes: ['a'], hasStep: false, most: 9 };
    const results = await Promise.all(
      ['one', 'two', 'three'].flatMap((name) => [
        secondFactors.addPasskey(id, passkey(name), unproved),
        secondFactors.setApp(id, app, unproved),
      ]),
    );
    expect(results.filter((result) => result !== undefined)).toEqual([{ isFirst: true }]);
    expect(await secondFactors.addPasskey(id, passkey('four'), further)).toEqual({ isFirst: false });
  });

  test('D100 nothing of an account is of use for another, and all of it goes with the account', async () => {
    const { secondFactors, accounts } = storage.repositories;
    const [asa, bo] = [await added('asa'), await added('bo')];
    await secondFactors.setApp(asa, app, first);
    await secondFactors.addPasskey(asa, passkey('one'), further);
    expect(await secondFactors.useCode(bo, 'a')).toBe(false);
    expect(await secondFactors.remove(bo, 'id-one')).toBe(false);
    expect(await secondFactors.remove(bo, 'all')).toBe(false);
    expect(await secondFactors.usePasskey(bo, { id: 'id-one', signCount: 4, before: 3, usedAt: 1 })).toBe(
      false,
    );
    expect(await secondFactors.addPasskey(bo, passkey('one'), further)).toBeUndefined();
    for (const name of ['two', 'three']) await secondFactors.addPasskey(bo, passkey(name), further);
    expect(await secondFactors.addPasskey(bo, passkey('four'), further)).toBeUndefined();
    await accounts.remove(asa);
    expect([await secondFactors.isOn(asa), await secondFactors.countCodes(asa)]).toEqual([false, 0]);
    expect(await secondFactors.isOn(bo)).toBe(true);
  });
});

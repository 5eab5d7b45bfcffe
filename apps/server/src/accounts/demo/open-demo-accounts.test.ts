import { expect, test } from 'vitest';
import { onEachStorage } from '../../storage/testing/each-storage.ts';
import { openDemoAccounts } from './open-demo-accounts.ts';
import { seedDemo } from './seed-demo.ts';

const hasher = {
  hash: (password: string) => Promise.resolve(`#${password}`),
  verify: (password: string, phc: string | undefined) => Promise.resolve(phc === `#${password}`),
};

onEachStorage((create) => {
  test('D1 demo accounts are open until they are removed or have another password', async () => {
    const place = await create();
    const { repositories, close } = await place.open();
    const { accounts } = repositories;
    const find = () => openDemoAccounts(accounts, hasher);
    const idOf = async (name: string) => (await accounts.findByUsername(name))?.id ?? '';
    expect(await find()).toEqual([]);
    await seedDemo(repositories, { domain: 'demo.example', hasher, createSecret: () => 'secret' });
    expect(await find()).toEqual(['alice', 'bobby', 'carol', 'david']);
    await accounts.changePassword(await idOf('alice'), await hasher.hash('own'));
    await accounts.remove(await idOf('bobby'));
    await accounts.remove(await idOf('carol'));
    // A disabled account counts too, because the command "enable" would open it again.
    await accounts.changeStatus(await idOf('david'), 'disabled');
    expect(await find()).toEqual(['david']);
    await close();
    place.remove();
  });
});

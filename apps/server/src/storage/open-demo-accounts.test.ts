import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemoAccounts } from './open-demo-accounts.ts';
import { openRepositories } from './open-repositories.ts';
import { seedDemo } from './seed-demo.ts';

const hasher = {
  hash: (password: string) => Promise.resolve(`#${password}`),
  verify: (password: string, phc: string | undefined) => Promise.resolve(phc === `#${password}`),
};

test('D1 demo accounts are open until they are gone or have a password of their own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-open-'));
  const { repositories, close } = await openRepositories(join(folder, 'data'));
  const { accounts } = repositories;
  const find = () => openDemoAccounts(accounts, hasher);
  const idOf = async (name: string) => (await accounts.findByUsername(name))?.id ?? '';
  expect(await find()).toEqual([]);
  await seedDemo(repositories, { domain: 'demo.example', hasher, createSecret: () => 'secret' });
  expect(await find()).toEqual(['alice', 'bobby', 'carol', 'david']);
  await accounts.changePassword(await idOf('alice'), await hasher.hash('own'), 'secret');
  await accounts.remove(await idOf('bobby'));
  await accounts.remove(await idOf('carol'));
  // "enable" would open it again.
  await accounts.changeStatus(await idOf('david'), 'disabled', 'secret');
  expect(await find()).toEqual(['david']);
  await close();
  rmSync(folder, { recursive: true, force: true });
});

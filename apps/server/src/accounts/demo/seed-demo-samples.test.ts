import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wholeList } from '../../storage/repositories/in-pages.ts';
import { openRepositories } from '../../storage/repositories/open-repositories.ts';
import { seedDemo } from './seed-demo.ts';
import { demoContacts } from './seed-demo-samples.ts';

const hasher = { hash: async () => '#', verify: async () => true };

test('D74 a demonstration has contacts and a message; they are added once, and only where they are wanted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-samples-'));
  const { repositories, close } = await openRepositories(folder);
  const seeding = { domain: 'demo.example', hasher, createSecret: () => 'secret', now: 10_000_000 };
  await seedDemo(repositories, { ...seeding, hasSamples: true });
  await seedDemo(repositories, { ...seeding, hasSamples: true });
  const alice = await repositories.accounts.findByUsername('alice');
  const id = alice?.id ?? '';
  expect(await wholeList(repositories.contacts.search(id, []))).toHaveLength(6);
  expect(await wholeList(repositories.messages.list(id))).toMatchObject([
    {
      fromDisplayName: 'Bobby Demo',
      fromSipaddress: 'bobby@demo.example',
      text: expect.stringContaining('it is Bobby'),
      read: false,
    },
  ]);
  const bobby = await repositories.accounts.findByUsername('bobby');
  expect(await wholeList(repositories.messages.list(bobby?.id ?? ''))).toMatchObject([
    { fromDisplayName: 'Alice Demo', text: expect.stringContaining('it is Alice') },
  ]);
  await close();
  rmSync(folder, { recursive: true });
});

test('D74 nobody is their own contact', () => {
  const names = demoContacts('bobby', 'demo.example').map(({ sipaddress }) => sipaddress);
  expect(names).toContain('alice@demo.example');
  expect(names).not.toContain('bobby@demo.example');
  expect(new Set(names).size).toBe(names.length);
});

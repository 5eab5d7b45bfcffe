import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Revocation } from '../../domain/accounts/revocation.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';
import { addAccount } from '../../storage/testing/accounts-of-tests.ts';
import { onEachStorage, type TestStorage } from '../../storage/testing/each-storage.ts';
import { watchRevocations } from './watch-revocations.ts';

type Opened = { repositories: Repositories; close(): Promise<void> };

let place: TestStorage;
let server: Opened;
let tool: Opened;
let revoked: Revocation[];
let stop: () => void;

onEachStorage((create) => {
  beforeEach(async () => {
    place = await create();
    [server, tool] = [await place.open(), await place.open()];
    revoked = [];
    // Only the timer that polls for other processes is faked.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { revocations } = server.repositories;
    const log = { error: vi.fn() };
    stop = watchRevocations({ revocations, revoke: (each) => void revoked.push(each), log });
  });
  afterEach(async () => {
    stop();
    vi.useRealTimers();
    await server.close();
    await tool.close();
    place.remove();
  });

  async function logIn(tokenHash: string): Promise<string> {
    const { accounts, sessions } = server.repositories;
    const asa =
      (await accounts.findByUsername('asa')) ??
      (await addAccount({ accounts }, 'asa', { passwordHash: undefined, addresses: [] }));
    const session = { tokenHash, accountId: asa.id, lastUsedAt: 1, sipSecret: 'secret' };
    await sessions.add(session, 10);
    return (await sessions.find(tokenHash))?.id ?? expect.fail('gone');
  }

  test('D48 a log-out in this process takes effect immediately, without a timer', async () => {
    const [one, two] = [await logIn('one'), await logIn('two')];
    await server.repositories.sessions.remove('one');
    await vi.waitFor(() => expect(revoked).toEqual([{ sessionId: one }]));
    // The second revocation comes while the first is still being read; both are carried out.
    await Promise.all([
      server.repositories.sessions.remove('two'),
      server.repositories.revocations.add('asa'),
    ]);
    await vi.waitFor(() => expect(revoked).toHaveLength(3));
    expect(revoked).toContainEqual({ sessionId: two });
    expect(revoked).toContainEqual({ username: 'asa' });
  });

  test('D8 D48 a revocation by another process takes effect within 1 s', async () => {
    const one = await logIn('one');
    await tool.repositories.sessions.remove('one');
    await tool.repositories.revocations.add('asa');
    expect(revoked).toEqual([]);
    vi.advanceTimersByTime(1000);
    await vi.waitFor(() => expect(revoked).toEqual([{ username: 'asa' }, { sessionId: one }]));
    stop();
    await tool.repositories.revocations.add('asa');
    expect(vi.getTimerCount()).toBe(0);
  });
});

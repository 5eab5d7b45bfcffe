import { header } from '@samtal/sip';
import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createChangeBus } from '../domain/change-bus.ts';
import { createTestBed, register } from '../sip/testing/test-bed.ts';
import { addAccount } from '../storage/testing/accounts-of-tests.ts';
import { onEachOpenStorage, storage } from '../storage/testing/open-storage.ts';
import { createMessageStore } from './message-store.ts';
import { createMailboxWatch } from './watch-mailbox.ts';

onEachOpenStorage(() => {
  test('D104 a phone hears of a message that a caller leaves, and when it is read and removed', async () => {
    const { repositories } = storage;
    const account = await addAccount(repositories, 'alice');
    const changes = createChangeBus();
    const clock = createFakeClock();
    const bed = createTestBed(clock, () => clock.now(), undefined, {
      watchMailbox: createMailboxWatch(repositories, changes),
    });
    const alice = bed.phone('alice');
    await register(alice, 'alice@demo.example');
    alice.request('SUBSCRIBE', 'alice@demo.example', {
      headers: [{ name: 'Event', value: 'message-summary' }],
    });
    /** The last line of each NOTIFY. */
    const counted = (): (string | undefined)[] =>
      alice.requests('NOTIFY').map(({ body }) => body.trim().split('\r\n').at(-1));
    const heard = async (count: number): Promise<string | undefined> => {
      await expect.poll(() => counted().length).toBe(count);
      const notify = alice.requests('NOTIFY')[count - 1] ?? expect.fail('no NOTIFY');
      alice.respond(notify, 200);
      expect(header(notify, 'Subscription-State')).toMatch(/^active;/);
      await new Promise(setImmediate);
      clock.advance(1_000);
      return counted()[count - 1];
    };
    expect(await heard(1)).toBe('Text-Message: 0/0');
    const store = createMessageStore(repositories, changes);
    const caller = { address: 'bobby@demo.example', name: 'Bobby' };
    const id = await store.open({ callee: 'alice@demo.example', caller, at: clock.now() });
    await store.update(id, 'Hello');
    await store.close(id);
    expect(await heard(2)).toBe('Text-Message: 1/0');
    await repositories.messages.markRead(account.id, 1);
    changes.publish(account.id, 'messages');
    expect(await heard(3)).toBe('Text-Message: 0/1');
    await repositories.messages.remove(account.id, 1);
    changes.publish(account.id, 'messages');
    expect(await heard(4)).toBe('Text-Message: 0/0');
    // Another change of the account does not concern the mailbox.
    changes.publish(account.id, 'profile');
    alice.drop();
    expect(bed.server.counters().subscriptions).toBe(0);
  });

  test('D104 only people have a mailbox to watch', async () => {
    const { repositories } = storage;
    const watch = createMailboxWatch(repositories, createChangeBus());
    await addAccount(repositories, 'off', { status: 'disabled' });
    await addAccount(repositories, 'agent', { kind: 'party' });
    for (const name of ['off', 'agent', 'nobody'])
      expect(await watch(`${name}@demo.example`, () => undefined)).toBeUndefined();
  });
});

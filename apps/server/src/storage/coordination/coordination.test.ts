import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change } from '../../domain/change-bus.ts';
import type { Attempt } from '../../domain/limits/throttle.ts';
import { onPostgres, type TestStorage } from '../testing/each-storage.ts';
import { joinProcess, ownProcess, type TestProcess } from './testing/processes.ts';

/** Two server processes; within one process both are the same. */
let here: TestProcess;
let there: TestProcess;

const twice = { tries: 2, windowMs: 60_000 };
const underKey = (key: string) => [{ name: 'test', limit: twice, key }];
const isAllowed = ({ isAllowed: is }: Attempt): boolean => is;

/** What both adapters do. */
function suite(): void {
  test('D105 a change reaches the listeners of its account in every process, and no others', async () => {
    const heard: string[] = [];
    const listen = (process: TestProcess, account: string, name: string) =>
      process.coordination.changes.subscribe(account, (change) => void heard.push(`${name} ${change}`));
    listen(here, 'asa', 'here');
    const stop = listen(there, 'asa', 'there');
    listen(there, 'bo', 'other');
    here.coordination.changes.publish('asa', 'contacts');
    await expect.poll(() => heard.toSorted()).toEqual(['here contacts', 'there contacts']);
    stop();
    here.coordination.changes.publish('asa', 'sessions');
    here.coordination.changes.publish('bo', 'history');
    await expect.poll(() => heard.at(-1)).toBe('other history');
    expect(heard).toHaveLength(4);
  });

  test('D105 attempts count over all processes, also those of the same moment, and can be taken back', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? here : there).coordination.attempts.attempt(underKey('asa')),
      ),
    );
    const allowed = attempts.flatMap((each) => (each.isAllowed ? [each.isLast] : []));
    expect([allowed.length, allowed.filter(Boolean).length]).toEqual([2, 1]);
    const refused = attempts.find((each) => !each.isAllowed);
    expect(refused?.isAllowed === false && refused.waitMs).toBeGreaterThan(50_000);
    expect(isAllowed(await there.coordination.attempts.attempt(underKey('bo')))).toBe(true);
    const [counted] = attempts.filter((each) => each.isAllowed);
    if (counted?.isAllowed) await counted.takeBack();
    expect(isAllowed(await there.coordination.attempts.attempt(underKey('asa')))).toBe(true);
    expect(isAllowed(await here.coordination.attempts.attempt(underKey('asa')))).toBe(false);
  });

  test('D105 an attempt that one key refuses counts under no other, in any order of the keys', async () => {
    const both = (one: string, other: string) => [...underKey(one), ...underKey(other)];
    const inBothOrders = (one: string, other: string) => [
      here.coordination.attempts.attempt(both(one, other)),
      there.coordination.attempts.attempt(both(other, one)),
    ];
    expect((await Promise.all(inBothOrders('a', 'b'))).every(isAllowed)).toBe(true);
    expect((await Promise.all(inBothOrders('b', 'c'))).some(isAllowed)).toBe(false);
    expect(isAllowed(await here.coordination.attempts.attempt(underKey('c')))).toBe(true);
    expect(isAllowed(await here.coordination.attempts.attempt(underKey('c')))).toBe(true);
  });

  test('D105 of many requests with one ticket, at any process, one gets its value', async () => {
    const { shortLived } = here.coordination;
    await shortLived.put('export', 'ticket', 'holder');
    await shortLived.put('wish', 'ticket', 'other');
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? here : there).coordination.shortLived.take('export', 'ticket'),
      ),
    );
    expect(taken.flatMap((each) => each?.value ?? [])).toEqual(['holder']);
    expect((await there.coordination.shortLived.find('wish', 'ticket'))?.value).toBe('other');
    await there.coordination.shortLived.put('wish', 'ticket', 'newer');
    expect((await shortLived.find('wish', 'ticket'))?.value).toBe('newer');
  });

  test('D105 what is good once is so at one process', async () => {
    const added = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? here : there).coordination.shortLived.add('captcha', 'nonce'),
      ),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
  });

  test('D105 what was remembered first has the earlier time', async () => {
    await here.coordination.shortLived.put('entrant', 'one');
    await there.coordination.shortLived.put('endedAtProvider', 'one');
    const [entrant, ended] = [
      await there.coordination.shortLived.find('entrant', 'one'),
      await here.coordination.shortLived.find('endedAtProvider', 'one'),
    ];
    expect(ended?.since).toBeGreaterThanOrEqual(entrant?.since ?? Infinity);
  });

  test('D105 tasks of one name run one after the other over all processes, also after one that fails', async () => {
    const running: number[] = [];
    let atOnce = 0;
    const task = async (): Promise<void> => {
      atOnce += 1;
      running.push(atOnce);
      await here.coordination.shortLived.find('wish', 'x');
      atOnce -= 1;
      if (running.length === 1) throw new Error('broken');
    };
    const done = await Promise.allSettled(
      [here, there, here, there].map((process) => process.coordination.turns.inTurn('console', task)),
    );
    expect(running).toEqual([1, 1, 1, 1]);
    expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  test('D105 one process leads; the next one leads when it resigns, and questions reach the one that leads', async () => {
    const work = (name: string, events: string[]) => async () => {
      events.push(`${name} begins`);
      return async () => void events.push(`${name} ends`);
    };
    const events: string[] = [];
    const answersOf = (is: boolean) => ({
      pushedCallRinging: async (key: string) => key === 'good' && is,
      pushedCallRejected: async () => false,
      pushedDevicesReviewed: async () => true,
    });
    await here.coordination.leadership.lead(work('one', events));
    here.coordination.questions.answer(answersOf(true));
    if (there !== here) {
      await there.coordination.leadership.lead(work('two', events));
      there.coordination.questions.answer(answersOf(false));
    }
    expect(events).toEqual(['one begins']);
    expect(here.coordination.leadership.isLeading()).toBe(true);
    for (const process of [here, there]) {
      expect(await process.coordination.questions.ask('pushedCallRinging', 'good')).toBe(true);
      expect(await process.coordination.questions.ask('pushedCallRinging', 'bad')).toBe(false);
    }
    await here.coordination.leadership.resign();
    await vi.waitFor(() => expect(events).toContain('one ends'));
    if (there === here) return;
    await expect.poll(() => events, { timeout: 10_000 }).toEqual(['one begins', 'one ends', 'two begins']);
    expect(await here.coordination.questions.ask('pushedCallRinging', 'good')).toBe(false);
  });

  test('D105 every kind of change can be told', async () => {
    const heard: Change[] = [];
    there.coordination.changes.subscribe('asa', (change) => void heard.push(change));
    const all = ['messages', 'history', 'contacts', 'settings', 'profile', 'sessions'] as const;
    for (const change of all) here.coordination.changes.publish('asa', change);
    await expect.poll(() => heard).toEqual(all);
  });
}

describe('one process', () => {
  beforeEach(() => {
    here = ownProcess(() => performance.now());
    there = here;
  });
  suite();
});

onPostgres((create) => {
  let place: TestStorage;
  beforeEach(async () => {
    place = await create();
    here = await joinProcess(place);
    there = await joinProcess(place);
  });
  afterEach(async () => {
    await there.close();
    await here.close();
    place.remove();
  });
  suite();
});

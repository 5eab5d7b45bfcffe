import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectPostgres } from '../database/postgres-database.ts';
import { onPostgres, type TestStorage } from '../testing/each-storage.ts';
import { createSharedTurns } from './shared-turns.ts';
import { joinProcess, type SharedProcess } from './testing/processes.ts';

/** Several server processes of which one hangs, has a wrong clock, or hears a stranger. */

let place: TestStorage;
const opened: { close(): Promise<void> }[] = [];

async function join(options?: Parameters<typeof joinProcess>[1]): Promise<SharedProcess> {
  const process = await joinProcess(place, options);
  opened.push(process);
  return process;
}

/** Another user of the database who listens, and sends without any right. */
async function stranger({ membership }: SharedProcess) {
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  opened.push({ close: () => client.end() });
  const overheard: string[] = [];
  client.on('notification', ({ payload = '' }) => void overheard.push(payload));
  await client.query(`listen ${membership.channel}`);
  return {
    overheard,
    send: (text: string) => client.query('select pg_notify($1, $2)', [membership.channel, text]),
  };
}

/** What a process does in a turn, until it is told to end. */
function heldTurn() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

onPostgres((create) => {
  beforeEach(async () => {
    place = await create();
  });
  afterEach(async () => {
    for (const each of opened.splice(0).toReversed()) await each.close();
    place.remove();
  });

  /** The turns of one more process. */
  function turnsOf(limits: { beatMs: number; hangMs: number }) {
    const database = connectPostgres(place.databaseUrl ?? '');
    opened.push({ close: () => database.destroy() });
    return createSharedTurns(database, limits);
  }

  test('D105 a process that hangs in a turn loses it, and its answer is not lost when it goes on', async () => {
    const hanging = turnsOf({ beatMs: 60_000, hangMs: 200 });
    const other = turnsOf({ beatMs: 50, hangMs: 10_000 });
    const { ended, end } = heldTurn();
    const begun = vi.fn<() => void>();
    const slow = hanging.inTurn('console', async () => {
      begun();
      await ended;
      return 'done';
    });
    await expect.poll(() => begun.mock.calls.length).toBe(1);
    expect(await other.inTurn('console', async () => 'next')).toBe('next');
    end();
    expect(await slow).toBe('done');
    expect(await hanging.inTurn('console', async () => 'again')).toBe('again');
  });

  test('D105 a long turn is kept as long as its process lives, and what fails in it is told', async () => {
    const [one, other] = [turnsOf({ beatMs: 20, hangMs: 200 }), turnsOf({ beatMs: 20, hangMs: 200 })];
    const order: string[] = [];
    const long = one.inTurn('console', async () => {
      order.push('begins');
      await delay(600);
      order.push('ends');
      throw new Error('broken');
    });
    await expect.poll(() => order).toEqual(['begins']);
    const next = other.inTurn('console', async () => void order.push('next'));
    await expect(long).rejects.toThrow('broken');
    await next;
    expect(order).toEqual(['begins', 'ends', 'next']);
  });

  test('D105 a leader whose clock is set wrong ends its work, and another one takes it', async () => {
    let ahead = 0;
    const events: string[] = [];
    const work = (who: string) => async () => {
      events.push(`${who} begins`);
      return async () => void events.push(`${who} ends`);
    };
    const one = await join({ now: () => Date.now() + ahead });
    const two = await join();
    await one.coordination.leadership.lead(work('one'));
    await two.coordination.leadership.lead(work('two'));
    ahead = 400 * 24 * 3_600_000;
    await expect.poll(() => events).toEqual(['one begins', 'one ends', 'two begins']);
    expect(one.coordination.leadership.isLeading()).toBe(false);
  });

  test('D105 a question that took long says nothing about the clock', async () => {
    let ahead = 0;
    let asked = 0;
    const onWrongClock = vi.fn<() => void>();
    // The process is stopped for five minutes while it waits for an answer of the database.
    const now = (): number => {
      asked += 1;
      if (asked === 4) ahead = 300_000;
      const time = Date.now() + ahead;
      if (asked === 4) ahead = 0;
      return time;
    };
    await join({ now, onWrongClock });
    await expect.poll(() => asked).toBeGreaterThan(8);
    expect(onWrongClock).not.toHaveBeenCalled();
  });

  test('D105 another user of the database cannot use what it overhears: no question, no answer, no change', async () => {
    const leader = await join();
    const asking = await join();
    const rejected: string[] = [];
    leader.coordination.questions.answer({
      pushedCallRinging: async () => false,
      async pushedCallRejected(key) {
        rejected.push(key);
        return true;
      },
      pushedDevicesReviewed: async () => true,
    });
    await leader.coordination.leadership.lead(async () => async () => undefined);
    const heard: string[] = [];
    asking.coordination.changes.subscribe('asa', (change) => void heard.push(change));
    const other = await stranger(leader);
    expect(await asking.coordination.questions.ask('pushedCallRinging', 'of-a-call')).toBe(false);
    const overheard = (): string => other.overheard.find((text) => text.includes('pushedCallRinging')) ?? '';
    await expect.poll(overheard).toContain('of-a-call');
    const question = overheard();
    await other.send(question.replace('pushedCallRinging', 'pushedCallRejected'));
    await other.send(question.slice(question.indexOf('{')).replace('Ringing', 'Rejected'));
    await other.send(JSON.stringify({ type: 'changes', from: 'x', changes: [['asa', 'contacts']] }));
    leader.coordination.changes.publish('asa', 'history');
    await expect.poll(() => heard).toEqual(['history']);
    expect(rejected).toEqual([]);
    expect(leader.logged.map(({ event }) => event)).toContain('notification_unreadable');
  });
});

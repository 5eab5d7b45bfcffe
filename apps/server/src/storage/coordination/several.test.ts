import { Client } from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { CHANGES } from '../../domain/change-bus.ts';
import { DatabaseError } from '../database/postgres-error.ts';
import { joinServers } from '../server-lock/join-servers.ts';
import { lockPostgres } from '../server-lock/lock-postgres.ts';
import { ProcessesError } from '../server-lock/processes-error.ts';
import { emptyBeside, onPostgres, type TestStorage } from '../testing/each-storage.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';
import { psql } from '../testing/postgres-cluster.ts';
import { type Notification, readNotification, writeNotification } from './notifications.ts';
import { joinProcess, quickLimits, type SharedProcess } from './testing/processes.ts';

const MINUTE_MS = 60_000;

let place: TestStorage;
const opened: { close(): Promise<void> }[] = [];

const name = (): string => new URL(place.databaseUrl ?? '').pathname.slice(1);
async function join(options?: Parameters<typeof joinProcess>[1]): Promise<SharedProcess> {
  const process = await joinProcess(place, options);
  opened.push(process);
  return process;
}
/** What a listener of `account` hears in this process. */
function heardBy({ coordination }: SharedProcess, account: string): string[] {
  const heard: string[] = [];
  coordination.changes.subscribe(account, (change) => void heard.push(change));
  return heard;
}
/** Another user of the database, who needs no right for a notification. */
async function stranger(): Promise<Client> {
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  opened.push({ close: () => client.end() });
  return client;
}
const endSessions = (): void =>
  void psql(
    'postgres',
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = '${name()}' and application_name like 'samtal-server-%'`,
  );

onPostgres((create) => {
  beforeEach(async () => {
    place = await create();
  });
  afterEach(async () => {
    for (const each of opened.splice(0).toReversed()) await each.close();
    place.remove();
  });

  test('D105 a server that runs alone is refused beside others, and reads the setting', async () => {
    await join();
    const refused = await lockPostgres(place.databaseUrl ?? '', {
      onTaken: () => undefined,
      limits: quickLimits,
    }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProcessesError);
    expect(String(refused)).toMatch(
      /with SERVER_PROCESSES=several\. Start this one with the same setting, or/,
    );
  });

  test('D105 several are refused beside a server that runs alone, and read the setting', async () => {
    const alone = await lockPostgres(place.databaseUrl ?? '', {
      onTaken: () => undefined,
      limits: quickLimits,
    });
    await expect(join()).rejects.toThrow(/^A Samtal server without SERVER_PROCESSES=several runs on [^\n]*$/);
    await alone.release();
    const { membership } = await join();
    expect(membership.isFirst).toBe(true);
  });

  test('D105 one process after the other starts, and the first one alone may change the schema', async () => {
    const options = {
      onTaken: () => undefined,
      onWrongClock: () => undefined,
      limits: quickLimits,
      now: Date.now,
    };
    const first = await joinServers(place.databaseUrl ?? '', options);
    let isThere = false;
    const second = joinServers(place.databaseUrl ?? '', options).then((membership) => {
      isThere = true;
      return membership;
    });
    await expect
      .poll(() =>
        psql(
          name(),
          "select count(*) from pg_stat_activity where application_name like 'samtal-server-%' and datname = current_database()",
        ),
      )
      .toBe('2');
    expect([first.isFirst, isThere]).toEqual([true, false]);
    await first.started();
    expect((await second).isFirst).toBe(false);
    await (await second).leave();
    await first.leave();
  });

  test('D105 a process of a newer version does not change the tables under others', async () => {
    const older = emptyBeside(place);
    onTestFinished(() => older.remove());
    await makeOlderDatabase(older, '0017-roles');
    const options = {
      onTaken: () => undefined,
      onWrongClock: () => undefined,
      limits: quickLimits,
      now: Date.now,
    };
    const running = await joinServers(older.databaseUrl ?? '', options);
    await running.started();
    await expect(joinProcess(older)).rejects.toThrow(
      /^this version does not fit the tables [^\n]*Stop all of them, start one/,
    );
    await running.leave();
    const first = await joinProcess(older);
    expect(first.membership.isFirst).toBe(true);
    await first.close();
  });

  test('D105 PostgreSQL that is down at the start is explained in one line', async () => {
    const options = {
      onTaken: () => undefined,
      onWrongClock: () => undefined,
      limits: quickLimits,
      now: Date.now,
    };
    const error = await joinServers('postgres://x@127.0.0.1:1/x', options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseError);
    expect(String(error)).toMatch(/127\.0\.0\.1:1\/x cannot be reached [^\n]*$/);
  });

  test.each([2, -2])('D105 a machine whose clock is wrong by %i minutes does not start', async (minutes) => {
    await expect(join({ now: () => Date.now() + minutes * MINUTE_MS })).rejects.toThrow(
      /^the clock of this machine is 1[12]\d s (?:ahead of|behind) that of [^\n]*NTP[^\n]*$/,
    );
  });

  test('D105 a machine whose clock is set wrong later does not lead', async () => {
    let ahead = 0;
    const onWrongClock = vi.fn<(differenceMs: number) => void>();
    const { coordination, membership } = await join({ now: () => Date.now() + ahead, onWrongClock });
    ahead = 2 * MINUTE_MS;
    await expect.poll(() => onWrongClock.mock.calls.length).toBeGreaterThan(0);
    expect(await membership.tryToLead()).toBe(false);
    await coordination.leadership.lead(async () => async () => undefined);
    expect(coordination.leadership.isLeading()).toBe(false);
    ahead = 0;
    await expect.poll(() => coordination.leadership.isLeading()).toBe(true);
  });

  test('D105 a process that has missed notifications tells its pages that anything may have changed', async () => {
    const [one, two] = [await join(), await join()];
    const heard = heardBy(two, 'asa');
    endSessions();
    await expect.poll(() => heard).toEqual(CHANGES);
    heard.length = 0;
    one.coordination.changes.publish('asa', 'contacts');
    await expect.poll(() => heard).toContain('contacts');
  });

  test('D105 the process that led goes on after an interruption, and its work is not interrupted', async () => {
    const events: string[] = [];
    const work = (who: string) => async () => {
      events.push(`${who} begins`);
      return async () => void events.push(`${who} ends`);
    };
    const [one, two] = [await join(), await join()];
    await one.coordination.leadership.lead(work('one'));
    await two.coordination.leadership.lead(work('two'));
    const heard = heardBy(two, 'asa');
    endSessions();
    await expect.poll(() => heard).toEqual(CHANGES);
    await expect
      .poll(() =>
        psql(name(), "select count(*) from pg_locks where locktype = 'advisory' and classid = 1398033742"),
      )
      .toBe('1');
    expect(events).toEqual(['one begins']);
  });

  test('D105 the work ends where another process has taken the lead meanwhile', async () => {
    const ended = vi.fn<() => void>();
    const one = await join();
    await one.coordination.leadership.lead(async () => async () => ended());
    // PostgreSQL gives the lock to the one that waits as soon as the session of this process ends.
    const other = await stranger();
    const taken = other.query(
      "select pg_advisory_lock(1398033742, ('x' || substr(md5(current_schema()), 1, 8))::bit(32)::int)",
    );
    await expect
      .poll(() => psql(name(), "select count(*) from pg_locks where locktype = 'advisory' and not granted"))
      .toBe('1');
    endSessions();
    await taken;
    await expect.poll(() => ended.mock.calls.length).toBe(1);
    expect(one.coordination.leadership.isLeading()).toBe(false);
  });

  test('D105 a leader that hangs loses the lead, and ends its work when it goes on', async () => {
    const events: string[] = [];
    const work = (who: string) => async () => {
      events.push(`${who} begins`);
      return async () => void events.push(`${who} ends`);
    };
    const limits = { ...quickLimits, askMs: 60_000, retryMs: 3_000, hangMs: 2_000 };
    const hanging = await join({ limits });
    const other = await join();
    await hanging.coordination.leadership.lead(work('hanging'));
    await other.coordination.leadership.lead(work('other'));
    await expect
      .poll(() => events, { timeout: 10_000 })
      .toEqual(['hanging begins', 'other begins', 'hanging ends']);
  });

  test('D105 work that cannot begin lets another process lead', async () => {
    const [one, two] = [await join(), await join()];
    await expect(one.coordination.leadership.lead(() => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    await two.coordination.leadership.lead(async () => async () => undefined);
    expect([one, two].map(({ coordination }) => coordination.leadership.isLeading())).toEqual([false, true]);
  });

  test('D105 forged notifications do nothing but let pages look, and unreadable ones are logged a few times', async () => {
    const one = await join();
    const { channel } = one.membership;
    const heard = heardBy(one, 'asa');
    const other = await stranger();
    const send = (text: string, to = channel) => other.query('select pg_notify($1, $2)', [to, text]);
    const sign = (value: unknown) => writeNotification(one.secret, value as Notification);
    const texts = [
      '',
      'nonsense',
      '{}',
      '[1]',
      '{"type":"changes","from":"x","changes":[["asa","password"]]}',
      '{"type":"changes","from":"x","changes":"asa"}',
      '{"type":"question","from":"x","id":"1","question":"__proto__","key":""}',
      `{"type":"orders","from":"x","revoke":"asa"}`,
      'x'.repeat(7900),
    ];
    for (const text of texts) await send(text);
    for (const text of texts.slice(2, -1)) await send(sign(JSON.parse(text)));
    await send(sign({ type: 'changes', from: 'x', changes: [['asa', 'contacts']] }), 'samtal_other');
    await send(sign({ type: 'answer', from: 'x', id: 'unknown', is: true }));
    await send(sign({ type: 'changes', from: one.membership.id, changes: [['asa', 'history']] }));
    await send(sign({ type: 'changes', from: 'x', changes: [['asa', 'sessions']] }));
    await expect.poll(() => heard).toEqual(['sessions']);
    expect(one.logged.map(({ event }) => event)).toEqual(Array(5).fill('notification_unreadable'));
    await expect(send('x'.repeat(8000))).rejects.toThrow('payload string too long');
  });

  test('D105 a flood of changes is told in few notifications that PostgreSQL takes, each change once', async () => {
    const [one, two] = [await join(), await join()];
    const heard = heardBy(two, 'account-4999');
    const other = await stranger();
    const lengths: number[] = [];
    other.on('notification', ({ payload = '' }) => void lengths.push(Buffer.byteLength(payload)));
    await other.query(`listen ${one.membership.channel}`);
    for (let round = 0; round < 3; round += 1)
      for (let index = 0; index < 5000; index += 1)
        one.coordination.changes.publish(`account-${index}`, 'contacts');
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['contacts']);
    expect(Math.max(...lengths)).toBeLessThan(8000);
    expect(lengths.length).toBeLessThan(60);
  });

  test('D105 more changes than are remembered become one notification that anything may have changed', async () => {
    const [one, two] = [await join(), await join()];
    const heard = heardBy(two, 'asa');
    for (let index = 0; index < 11_000; index += 1) one.coordination.changes.publish(`a${index}`, 'contacts');
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(CHANGES);
  });

  test('D105 a question gets no for an answer when no process leads', async () => {
    const one = await join();
    expect(await one.coordination.questions.ask('pushedCallRinging', 'x')).toBe(false);
  });

  test('D105 the tables have no ticket and no typed name, and are swept', async () => {
    const { coordination, shared } = await join();
    await coordination.shortLived.put('export', 'ticket-of-asa');
    const limit = { tries: 5, windowMs: 1 };
    await coordination.attempts.attempt([{ name: 'loginAnywhere', limit, key: 'a password' }]);
    const content = psql(name(), 'select * from short_lived; select * from counted_attempt');
    expect(content).not.toMatch(/ticket-of-asa|password/);
    psql(name(), 'update short_lived set until = 0');
    await shared.sweep();
    expect(
      psql(name(), 'select (select count(*) from short_lived), (select count(*) from counted_attempt)'),
    ).toBe('0|0');
  });
});

test('D105 a notification is read only if it is one', () => {
  const notification = { type: 'anything', from: 'x' } as const;
  const text = writeNotification('a secret', notification);
  expect(readNotification('a secret', text)).toEqual(notification);
  expect(readNotification('another one', text)).toBeUndefined();
  expect(readNotification('a secret', JSON.stringify(notification))).toBeUndefined();
  const from = 'x'.repeat(5);
  expect(readNotification('a secret', writeNotification('a secret', { ...notification, from }))?.from).toBe(
    from,
  );
});

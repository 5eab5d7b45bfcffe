import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { HistoryRecord } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { OWN_DATA_LIMITS } from '../../domain/limits/limits.ts';
import { DATABASE_FILE } from '../database/embedded-database.ts';
import { wholeList } from '../repositories/in-pages.ts';
import { openRepositories } from '../repositories/open-repositories.ts';
import { addAccount } from '../testing/accounts-of-tests.ts';
import { onEachOpenStorage, reopen, storage } from '../testing/open-storage.ts';

const ROOM = { entries: 1000, bytes: 1_000_000_000 };

const call = (id: string, more: Partial<HistoryRecord> = {}): HistoryRecord => ({
  id,
  type: 'incoming',
  answered: true,
  outcome: 'endedRemote',
  sipAddress: 'bo@demo.example',
  contactName: 'Bo',
  receivedText: '',
  sentText: '',
  transcript: [],
  timestamp: 1000,
  duration: 1,
  ...more,
});

const record = (id: string, caller: string, callee: string, beganAt = 1000) => ({
  id,
  callId: `call-${id}`,
  caller,
  callee,
  beganAt,
  answeredAt: undefined,
  endedAt: beganAt,
  status: 480,
  ending: 'notAnswered' as const,
  offered: ['audio' as const],
  used: [],
});

const added = async (username: string) => (await addAccount(storage.repositories, username)).id;

/** Tables with rows of accounts, and where the export has them, or why it has not (own-data/export-own-data.ts). */
const TABLES = {
  account_address: 'account',
  account_property: 'account',
  account_deletion: 'who has asked for it is logged out',
  authenticator_app: 'secondFactor',
  anonymous_caller: 'callers without an account have no export',
  contact: 'contacts',
  history_entry: 'history',
  history_text: 'history',
  history_usage: 'a size only',
  identity: 'identitiesAtProviders',
  kiosk_link: 'oneClickLinks, without the link itself: who has it logs in',
  message: 'messages',
  message_counter: 'a number only',
  one_time_key: 'account: the e-mail address that waits; the keys are secret',
  passkey: 'secondFactor',
  picture: 'pictures',
  push_subscription: 'devicesWithWebPush',
  recovery_code: 'secondFactor: how many are left',
  session: 'sessions, sipPhones',
  setting: 'settings, settingsOfOperator',
} as const;

/** Columns of `account`, in the same way. */
const COLUMNS = {
  id: 'names the rows of the account, nothing else',
  kind: 'only people have an export',
  username: 'account',
  password_hash: 'secret',
  sip_secret: 'secret',
  organisation_id: 'account',
  status: 'who is not active is logged out',
  language: 'account',
  role: 'account',
  is_role_of_provider: 'account',
  role_changes: 'account',
  log_outs: 'account',
  verified_email: 'account',
  last_login_at: 'account',
  search_text: 'the names of account, folded',
} as const;

test('D96 each table with rows of accounts and each column of an account is in the export, or is known not to be', async () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'samtal-tables-')), 'data');
  const { close } = await openRepositories(dataDir);
  await close();
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
  const tables = database
    .prepare(
      "select distinct m.name from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'account_id'",
    )
    .all()
    .map(({ name }) => String(name));
  const columns = database.prepare("select name from pragma_table_info('account')").all();
  database.close();
  rmSync(dataDir, { recursive: true });
  expect(tables.toSorted()).toEqual(Object.keys(TABLES).toSorted());
  expect(columns.map(({ name }) => String(name)).toSorted()).toEqual(Object.keys(COLUMNS).toSorted());
});

onEachOpenStorage(() => {
  test('D96 the whole history is read, newest first, with whole texts, in pages of limited size', async () => {
    const { history, ownData } = storage.repositories;
    const [asa, bo] = [await added('asa'), await added('bo')];
    const long = 'å'.repeat(60_000);
    const calls = Array.from({ length: 130 }, (_, index) =>
      call(`call-${String(index).padStart(3, '0')}`, {
        timestamp: 1000 + Math.floor(index / 3),
        ...(index % 11 === 0 && {
          receivedText: long,
          transcript: [{ author: 'other' as const, text: long, offsetMs: 1 }],
        }),
      }),
    );
    for (const each of calls) await history.add(asa, each, ROOM);
    await history.add(bo, call('other'), ROOM);
    const sizes: number[] = [];
    const read: HistoryRecord[] = [];
    for await (const page of ownData.history(asa)) {
      sizes.push(JSON.stringify(page).length);
      read.push(...page);
    }
    expect(read).toEqual(calls.toSorted((a, b) => b.timestamp - a.timestamp || (a.id < b.id ? 1 : -1)));
    expect(Math.max(...sizes)).toBeLessThan(2 * OWN_DATA_LIMITS.bytesPerTurn);
    expect(sizes.length).toBeGreaterThan(2);
  });

  test('D96 the records of the calls of an address are those in which it is this end, in order', async () => {
    const { callRecords, ownData } = storage.repositories;
    const many = Array.from({ length: 220 }, (_, index) =>
      record(`m${String(index).padStart(3, '0')}`, 'asa@demo.example', 'bo@demo.example', 1000 + (index % 7)),
    );
    await callRecords.putAll(many);
    await callRecords.putAll([
      record('x', 'bo@demo.example', 'asa@demo.example'),
      record('y', 'bo@demo.example', 'al@demo.example'),
    ]);
    const ids = async (end: 'caller' | 'callee', address: string) =>
      (await wholeList(ownData.calls(end, address))).map(({ id }) => id);
    expect(await ids('caller', 'asa@demo.example')).toEqual(
      many.toSorted((a, b) => a.beganAt - b.beganAt || (a.id < b.id ? -1 : 1)).map(({ id }) => id),
    );
    expect(await ids('callee', 'asa@demo.example')).toEqual(['x']);
    expect(await ids('callee', 'nobody@demo.example')).toEqual([]);
  });

  test('D96 pictures and sessions are those of the account', async () => {
    const { contacts, pictures, sessions, devices, ownData } = storage.repositories;
    const [asa, bo] = [await added('asa'), await added('bo')];
    const draft = {
      fname: '',
      sname: '',
      sipaddress: 'a@b.example',
      email: '',
      address: '',
      postNr: '',
      city: '',
    };
    const wanted: { contactId: string | undefined; content: string }[] = [];
    for (let index = 0; index < 25; index += 1) {
      const contactId = index === 0 ? undefined : await contacts.add(asa, draft, 100);
      await pictures.replace(
        { id: `p${index}`, accountId: asa, contactId, content: `content ${index}`, address: '/x' },
        100,
      );
      wanted.push({ contactId, content: `content ${index}` });
    }
    await pictures.replace(
      { id: 'q', accountId: bo, contactId: undefined, content: 'other', address: '/y' },
      100,
    );
    const found = await wholeList(ownData.pictures(asa));
    const byContent = (a: { content: string }, b: { content: string }) => (a.content < b.content ? -1 : 1);
    expect(found.toSorted(byContent)).toEqual(wanted.toSorted(byContent));
    await sessions.add({ tokenHash: 'one', accountId: asa, lastUsedAt: 7 }, 10);
    await sessions.add({ tokenHash: 'two', accountId: bo, lastUsedAt: 8 }, 10);
    await devices.add(asa, { name: 'desk', sipSecret: 's' }, 10);
    expect(await ownData.sessions(asa)).toEqual([
      { deviceName: undefined, lastUsedAt: 7 },
      { deviceName: 'desk', lastUsedAt: undefined },
    ]);
  });

  test('D96 a deletion disables the account until it is cancelled, and is asked for once', async () => {
    const { accounts, deletions } = storage.repositories;
    const asa = await added('asa');
    const wish = { accountId: asa, askedAt: 1, dueAt: 100 };
    expect(await deletions.ask(wish)).toBe(true);
    expect(await deletions.ask({ ...wish, dueAt: 200 })).toBe(false);
    expect((await accounts.findById(asa))?.status).toBe('disabled');
    await reopen();
    const again = storage.repositories;
    expect(await again.deletions.find(asa)).toEqual(wish);
    expect(await again.deletions.list()).toEqual([wish]);
    expect(await again.deletions.cancel(asa, 99)).toBe(true);
    expect(await again.deletions.cancel(asa, 99)).toBe(false);
    expect((await again.accounts.findById(asa))?.status).toBe('active');
    expect(await again.deletions.list()).toEqual([]);
  });

  test('D96 an account that is not active cannot ask for its deletion', async () => {
    const { accounts, deletions } = storage.repositories;
    const asa = await added('asa');
    await accounts.changeStatus(asa, 'disabled');
    expect(await deletions.ask({ accountId: asa, askedAt: 1, dueAt: 2 })).toBe(false);
    expect(await deletions.find(asa)).toBeUndefined();
    expect(await deletions.cancel(asa, 0)).toBe(false);
    expect((await accounts.findById(asa))?.status).toBe('disabled');
  });

  test('D96 a deletion that is due, or has begun, cannot be cancelled', async () => {
    const { deletions } = storage.repositories;
    const asa = await added('asa');
    await deletions.ask({ accountId: asa, askedAt: 1, dueAt: 100 });
    expect(await deletions.cancel(asa, 100)).toBe(false);
    expect(await deletions.claimDue(99, 500)).toBeUndefined();
    expect(await deletions.claimDue(100, 500)).toBe(asa);
    // The clock is set back meanwhile.
    expect(await deletions.cancel(asa, 50)).toBe(false);
  });

  test('D96 of many that carry out a deletion at the same time, one gets it; another one after the time of the first', async () => {
    const { deletions } = storage.repositories;
    const asa = await added('asa');
    await deletions.ask({ accountId: asa, askedAt: 1, dueAt: 100 });
    const claims = await Promise.all(Array.from({ length: 8 }, () => deletions.claimDue(100, 500)));
    expect(claims.filter((id) => id !== undefined)).toEqual([asa]);
    expect(await deletions.claimDue(499, 900)).toBeUndefined();
    expect(await deletions.claimDue(500, 900)).toBe(asa);
  });

  test('D96 a new status by the operator cancels a deletion', async () => {
    const { accounts, deletions } = storage.repositories;
    const asa = await added('asa');
    await deletions.ask({ accountId: asa, askedAt: 1, dueAt: 100 });
    await accounts.changeStatus(asa, 'active');
    expect(await deletions.claimDue(1000, 2000)).toBeUndefined();
  });

  test('D96 messages of all accounts before a time are removed, except those that callers still write', async () => {
    const { messages } = storage.repositories;
    const [asa, bo] = [await added('asa'), await added('bo')];
    for (const id of [asa, bo])
      for (let time = 1; time <= 40; time += 1) {
        const number = await messages.open(
          id,
          { fromDisplayName: undefined, fromSipaddress: undefined, timestamp: time },
          2000,
        );
        if (number !== undefined && time !== 5) await messages.close(id, number);
      }
    await messages.removeBefore(39);
    await messages.closeAll();
    for (const id of [asa, bo])
      expect((await wholeList(messages.list(id))).map(({ timestamp }) => timestamp)).toEqual([40, 39, 5]);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { HistoryRecord } from '@samtal/api-contract';
import { beforeEach, expect, test } from 'vitest';
import { seedDemo } from '../accounts/demo/seed-demo.ts';
import { wholeList } from './repositories/in-pages.ts';
import { addAccount, newAccount } from './testing/accounts-of-tests.ts';
import { onEachOpenStorage, place, storage } from './testing/open-storage.ts';

let asa: string;
let bo: string;

const added = async (username: string): Promise<string> =>
  (await addAccount(storage.repositories, username)).id;

const newMessage = { fromDisplayName: 'X', fromSipaddress: 'x@demo.example', timestamp: 5 };
const draft = {
  fname: 'A',
  sname: '',
  sipaddress: 'a@demo.example',
  email: '',
  address: '',
  postNr: '',
  city: '',
};
const call = (id: string, timestamp: number): HistoryRecord => ({
  id,
  type: 'incoming',
  answered: false,
  outcome: 'canceledRemote',
  sipAddress: 'x@demo.example',
  contactName: '',
  receivedText: '',
  sentText: '',
  transcript: [],
  timestamp,
  duration: 0,
});
const room = { entries: 10, bytes: 1_000_000 };
const wholeHistory = { before: undefined, limit: 100, isMissedOnly: false };

onEachOpenStorage(() => {
  beforeEach(async () => {
    asa = await added('asa');
    bo = await added('bo');
  });

  test('each account has its own message numbers, which only increase', async () => {
    const { messages } = storage.repositories;
    expect(await messages.open(asa, newMessage, 10)).toBe(1);
    expect(await messages.open(asa, newMessage, 10)).toBe(2);
    expect(await messages.open(bo, newMessage, 10)).toBe(1);
  });

  test('a full mailbox drops its oldest read messages, never an unread one', async () => {
    const { messages } = storage.repositories;
    for (const number of [1, 2, 3]) {
      await messages.open(asa, newMessage, 3);
      await messages.close(asa, number);
    }
    expect([await messages.isFull(asa, 3), await messages.isFull(asa, 4)]).toEqual([true, false]);
    expect(await messages.isFull(bo, 3)).toBe(false);
    expect(await messages.open(asa, newMessage, 3)).toBeUndefined();
    await messages.markRead(asa, 2);
    expect(await messages.isFull(asa, 3)).toBe(false);
    expect(await messages.open(asa, newMessage, 3)).toBe(4);
    await messages.close(asa, 4);
    expect((await wholeList(messages.list(asa))).map(({ messageNumber }) => messageNumber)).toEqual([
      4, 3, 1,
    ]);
  });

  test('D14 a call that one phone declined and another answered was answered, whichever reports first', async () => {
    const { history } = storage.repositories;
    const declined = { ...call('both', 1), outcome: 'rejectedLocal' };
    const answered = {
      ...call('both', 1),
      answered: true,
      outcome: 'terminatedRemote',
      receivedText: 'hello',
    };
    for (const [account, first, second] of [
      [asa, declined, answered],
      [bo, answered, declined],
    ] as const) {
      expect(await history.add(account, first, room)).toBe(true);
      expect(await history.add(account, second, room)).toBe(second === answered);
      expect(await history.find(account, 'both')).toMatchObject({ answered: true, receivedText: 'hello' });
      expect(await history.list(account, wholeHistory)).toHaveLength(1);
      expect(await history.list(account, { ...wholeHistory, isMissedOnly: true })).toEqual([]);
    }
  });

  test('history keeps the newest calls and drops the oldest', async () => {
    const { history } = storage.repositories;
    for (const timestamp of [3, 1, 2, 5, 4])
      await history.add(asa, call(`c${timestamp}`, timestamp), { ...room, entries: 3 });
    await history.add(bo, call('c0', 0), { ...room, entries: 3 });
    expect((await history.list(asa, wholeHistory)).map(({ id }) => id)).toEqual(['c5', 'c4', 'c3']);
    expect(await history.list(bo, wholeHistory)).toHaveLength(1);
  });

  const said = (id: string, timestamp: number, length: number): HistoryRecord => ({
    ...call(id, timestamp),
    answered: true,
    receivedText: 'x'.repeat(length),
  });

  test('D14 HIST-02 beyond its bytes a history loses the oldest texts, marks their calls, and keeps every call', async () => {
    const { history } = storage.repositories;
    const bytes = 4 * 500 + 2 * 1002;
    for (const timestamp of [2, 1, 3, 4]) {
      expect(await history.add(asa, said(`c${timestamp}`, timestamp, 1000), { entries: 10, bytes })).toBe(
        true,
      );
    }
    expect(await history.list(asa, wholeHistory)).toMatchObject([
      { id: 'c4', receivedText: 'x'.repeat(200) },
      { id: 'c3', receivedText: 'x'.repeat(200) },
      { id: 'c2', receivedText: '' },
      { id: 'c1', receivedText: '' },
    ]);
    expect(await history.find(asa, 'c4')).not.toHaveProperty('isTextRemoved');
    expect(await history.find(asa, 'c1')).toMatchObject({ receivedText: '', isTextRemoved: true });
    // The bytes of a removed entry are free for a new one.
    await history.remove(asa, 'c4');
    await history.add(asa, said('c5', 5, 1000), { entries: 10, bytes });
    expect(await history.find(asa, 'c3')).toMatchObject({ receivedText: 'x'.repeat(1000) });
  });

  test('D14 a call that may not replace others is kept only while there is room', async () => {
    const { history } = storage.repositories;
    const full = { entries: 2, bytes: 1_000_000, mayReplace: false };
    for (const [timestamp, isKept] of [
      [1, true],
      [2, true],
      [3, false],
    ] as const)
      expect(await history.add(asa, call(`c${timestamp}`, timestamp), full)).toBe(isKept);
    expect((await history.list(asa, wholeHistory)).map(({ id }) => id)).toEqual(['c2', 'c1']);
  });

  test('A-035 D14 callers without an account share bytes: the largest histories lose texts, then calls', async () => {
    const { accounts, history } = storage.repositories;
    const anonymous = async (username: string) => {
      const added = await accounts.addAnonymous(
        newAccount(username, { kind: 'anonymous', passwordHash: undefined, addresses: [] }),
        { subnet: '192.0.2.1', now: 1, perSubnet: 2, inAll: 2 },
      );
      return typeof added === 'string' ? expect.fail(added) : added.id;
    };
    const [greedy, modest] = [await anonymous('anonymous-1'), await anonymous('anonymous-2')];
    for (const timestamp of [1, 2, 3])
      await history.add(greedy, said(`g${timestamp}`, timestamp, 5000), room);
    await history.add(modest, said('m', 1, 1000), room);
    await history.add(asa, said('a', 1, 50_000), room);
    await history.trimAnonymous(13_500);
    expect((await history.list(greedy, wholeHistory)).map(({ receivedText }) => receivedText !== '')).toEqual(
      [true, true, false],
    );
    await history.trimAnonymous(3100);
    expect(await history.find(modest, 'm')).toMatchObject({ receivedText: 'x'.repeat(1000) });
    await history.trimAnonymous(0);
    for (const caller of [greedy, modest]) expect(await history.list(caller, wholeHistory)).toEqual([]);
    expect(await history.find(asa, 'a')).toMatchObject({ receivedText: 'x'.repeat(50_000) });
  });

  test('D14 a call beyond the retention period is not shown before the sweep either', async () => {
    const { history } = storage.repositories;
    for (const timestamp of [10, 20]) await history.add(asa, call(`c${timestamp}`, timestamp), room);
    expect((await history.list(asa, { ...wholeHistory, since: 15 })).map(({ id }) => id)).toEqual(['c20']);
    expect(await history.find(asa, 'c10', 15)).toBeUndefined();
    expect(await history.find(asa, 'c10')).toBeDefined();
  });

  test('D53 a favourite stays one until a change says otherwise', async () => {
    const { contacts } = storage.repositories;
    const id = (await contacts.add(asa, { ...draft, favourite: true }, 10)) ?? '';
    await contacts.add(asa, draft, 10);
    const favourites = async () =>
      (await wholeList(contacts.search(asa, []))).flatMap(({ favourite, id }) => (favourite ? id : []));
    expect(await favourites()).toEqual([id]);
    await contacts.update(asa, id, draft);
    expect(await favourites()).toEqual([id]);
    await contacts.update(asa, id, { ...draft, favourite: false });
    expect(await favourites()).toEqual([]);
  });

  test('the data of an account is removed with it', async () => {
    const { accounts, contacts, messages, history } = storage.repositories;
    await contacts.add(asa, draft, 10);
    await messages.open(asa, newMessage, 10);
    await history.add(asa, call('one', 1), room);
    await accounts.remove(asa);
    expect(await wholeList(contacts.search(asa, []))).toEqual([]);
    expect(await messages.closeAll()).toBe(0);
    expect(await history.list(asa, wholeHistory)).toEqual([]);
  });

  test('A-089 sample calls that a user has deleted do not come back at the next start', async () => {
    const { accounts, history } = storage.repositories;
    const hasher = { hash: () => Promise.resolve('hash'), verify: () => Promise.resolve(true) };
    const seeding = { domain: 'demo.example', hasher, createSecret: () => 'secret' };
    await seedDemo(storage.repositories, seeding);
    const alice = (await accounts.findByUsername('alice'))?.id ?? '';
    expect(await history.list(alice, wholeHistory)).toHaveLength(4);
    await history.removeAll(alice);
    await seedDemo(storage.repositories, seeding);
    expect(await history.list(alice, wholeHistory)).toEqual([]);
  });

  test('MSG-09 A-066 an acknowledged message survives a kill of the process', async () => {
    const program = `
    import { openRepositories } from '${new URL('repositories/open-repositories.ts', import.meta.url).href}';
    const { repositories } = await openRepositories(${JSON.stringify(place.dataDir)}, ${JSON.stringify({ databaseUrl: place.databaseUrl })});
    const number = await repositories.messages.open('${asa}', ${JSON.stringify(newMessage)}, 10);
    await repositories.messages.update('${asa}', number, 'call me back');
    process.stdout.write('stored');
    setInterval(() => undefined, 1000);
  `;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await storage.repositories.messages.closeAll();
    expect(await wholeList(storage.repositories.messages.list(asa))).toMatchObject([
      { text: 'call me back', read: false },
    ]);
  });

  test('SIGNUP-22 an address in the services or the directory of any organisation is found in any notation', async () => {
    const { contacts, directory, listedAddresses } = storage.repositories;
    await contacts.replaceServices(3, [
      { fname: 'Relay', imageUrl: '', sipaddress: ' Text-Relay@Demo.example' },
      { fname: 'Desk', imageUrl: '', sipaddress: 'sip:helpdesk' },
      { fname: 'Far', imageUrl: '', sipaddress: 'office@elsewhere.example' },
    ]);
    const entry = {
      image: '',
      isFeatured: false,
      hasChildren: false,
      typeId: undefined,
      categoryId: undefined,
    };
    const taxi = { ...entry, id: '1', name: 'Taxi', phone: '+46 (40) 12.34-56', organisationId: 2 };
    await directory.replace([taxi], { types: [], categories: [] });
    const listed = async (...names: string[]) => {
      const found = await Promise.all(names.map((name) => listedAddresses.has(name, 'demo.example')));
      return names.filter((_, index) => found[index]);
    };
    const known = ['text-relay', 'TEXTRELAY', 'helpdesk', '4640123456', '+46-40-123456'];
    expect(await listed(...known)).toEqual(known);
    expect(await listed('office', 'relay', '640123456', '', '%', "'")).toEqual([]);
    expect(await listedAddresses.has('text-relay', 'other.example')).toBe(false);
  });
});

import type { Contact, ContactDraft } from '@samtal/api-contract';
import { assert, asyncProperty, constantFrom, record, string } from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { LIST_LIMITS } from '../domain/limits/limits.ts';
import { searchTermsOf, searchTextOf } from '../domain/people/contacts.ts';
import { wholeList } from './repositories/in-pages.ts';
import { addAccount } from './testing/accounts-of-tests.ts';
import { onEachOpenStorage, storage } from './testing/open-storage.ts';

const { rowsPerTurn } = LIST_LIMITS;
let asa: string;

const draft = (fname: string): ContactDraft => ({
  fname,
  sname: 'Öberg',
  sipaddress: 'a@demo.example',
  email: '',
  address: '',
  postNr: '',
  city: '',
});
const drafts = (count: number) => Array.from({ length: count }, (_, index) => draft(`No ${index}`));

/** The number of turns that the event loop makes until `work` is done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  await work().finally(() => clearImmediate(next));
  return turns;
}

onEachOpenStorage(() => {
  beforeEach(async () => {
    asa = (await addAccount(storage.repositories, 'asa')).id;
  });

  test('API-19 a page of contacts is bounded, whether many or none of them match', async () => {
    const { contacts } = storage.repositories;
    await contacts.addAll(asa, drafts(3 * rowsPerTurn + 1), 10_000);
    for (const [terms, found] of [
      [[], 3 * rowsPerTurn + 1],
      [['no 1'], 111],
      [['nothing'], 0],
    ] as const) {
      const sizes: number[] = [];
      for await (const page of contacts.search(asa, terms)) sizes.push(page.length);
      expect(sizes).toHaveLength(4);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(rowsPerTurn);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(found);
    }
  });

  test('API-18 API-19 API-26 each page of contacts, services and the directory is read in its own turn, and each part of new rows is written in one', async () => {
    const { accounts, contacts, directory } = storage.repositories;
    const many = 5 * rowsPerTurn;
    expect(await turnsOf(() => contacts.addAll(asa, drafts(many), 10_000))).toBeGreaterThanOrEqual(5);
    const entries = Array.from({ length: many }, (_, index) => ({
      id: String(index),
      name: 'Clinic',
      image: '',
      phone: '',
      isFeatured: false,
      hasChildren: false,
      typeId: undefined,
      categoryId: undefined,
      organisationId: index % 2 === 0 ? undefined : 2,
    }));
    await directory.replace(entries, { types: [], categories: [] });
    await contacts.replaceServices(
      undefined,
      entries.map(({ name }) => ({ fname: name, imageUrl: '', sipaddress: 's@demo.example' })),
    );
    expect(await turnsOf(() => wholeList(contacts.search(asa, [])))).toBeGreaterThanOrEqual(5);
    expect(await turnsOf(() => wholeList(contacts.services(1)))).toBeGreaterThanOrEqual(5);
    expect(await turnsOf(() => wholeList(directory.entries(1)))).toBeGreaterThanOrEqual(5);
    expect((await wholeList(directory.entries(1))).map(({ id }) => id)).toEqual(
      entries.filter(({ organisationId }) => organisationId === undefined).map(({ id }) => id),
    );
    expect(await turnsOf(() => accounts.remove(asa))).toBeGreaterThanOrEqual(5);
    expect(await wholeList(contacts.search(asa, []))).toEqual([]);
  });

  test('API-22 API-25 messages are read and deleted in turns, the newest first', async () => {
    const { messages } = storage.repositories;
    const count = LIST_LIMITS.messagesPerTurn + 1;
    for (let number = 1; number <= count; number++) {
      await messages.open(asa, { fromDisplayName: 'X', fromSipaddress: 'x@demo.example', timestamp: 5 }, 100);
    }
    await messages.closeAll();
    for (let number = 1; number <= count; number++) await messages.markRead(asa, number);
    expect((await wholeList(messages.list(asa))).map(({ messageNumber }) => messageNumber)).toEqual(
      Array.from({ length: count }, (_, index) => count - index),
    );
    expect(await turnsOf(() => wholeList(messages.list(asa)))).toBeGreaterThanOrEqual(2);
    expect(await turnsOf(() => messages.removeRead(asa))).toBeGreaterThanOrEqual(2);
    expect(await wholeList(messages.list(asa))).toEqual([]);
  });

  test('D14 a history is deleted in turns', async () => {
    const { history } = storage.repositories;
    for (let index = 0; index <= rowsPerTurn; index++)
      await history.add(
        asa,
        {
          id: `c${index}`,
          type: 'incoming',
          answered: true,
          outcome: 'answered',
          sipAddress: 'x@demo.example',
          contactName: '',
          receivedText: 'hello',
          sentText: '',
          transcript: [],
          timestamp: index,
          duration: 1,
        },
        { entries: 1000, bytes: 1_000_000 },
      );
    expect(await turnsOf(() => history.removeAll(asa))).toBeGreaterThanOrEqual(2);
    expect(await history.list(asa, { before: undefined, limit: 10, isMissedOnly: false })).toEqual([]);
  });

  test('API-19 unchanged contacts are listed once, also when others are added and deleted while the list is read', async () => {
    const { contacts } = storage.repositories;
    await contacts.addAll(asa, drafts(4 * rowsPerTurn), 10_000);
    const ids = (await wholeList(contacts.search(asa, []))).map(({ id }) => id);
    const gone = new Set(ids.filter((_, index) => index % 7 === 0));
    const left = [...gone];
    const read: Contact[] = [];
    for await (const page of contacts.search(asa, [])) {
      read.push(...page);
      await contacts.addAll(asa, drafts(30), 10_000);
      for (const id of left.splice(0, 20)) await contacts.remove(asa, id);
    }
    const readIds = read.map(({ id }) => id);
    expect(new Set(readIds).size).toBe(readIds.length);
    expect(ids.filter((id) => !gone.has(id) && !readIds.includes(id))).toEqual([]);
  });

  test('CONTACT-14 A-094 a search finds contacts with every word, in any script and case', async () => {
    const { contacts } = storage.repositories;
    const names = [
      'Åsa',
      'STRASSE',
      'straße',
      'ΣΊΣΥΦΟΣ',
      'İstanbul',
      'محمد',
      '한국어',
      'ไทย',
      '50%_\\',
      "o'k",
      'Ðđłþ',
      '👩‍🦰',
    ];
    const all = names.map(draft);
    await contacts.addAll(asa, all, 100);
    const word = constantFrom(
      ...names,
      ...names.map((name) => name.toLowerCase()),
      'berg',
      'a',
      '%',
      '_',
      'ss',
      '국',
    );
    await assert(
      asyncProperty(record({ first: word, second: word, noise: string({ maxLength: 2 }) }), async (asked) => {
        const terms = searchTermsOf(`${asked.first} ${asked.second} ${asked.noise}`);
        const expected = all.filter((each) => terms.every((term) => searchTextOf(each).includes(term)));
        const found = await wholeList(contacts.search(asa, terms));
        expect(found.map(({ fname }) => fname).toSorted()).toEqual(
          expected.map(({ fname }) => fname).toSorted(),
        );
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

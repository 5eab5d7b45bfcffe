import { type HistoryEntry, searchTerms } from '@samtal/api-contract';
import { createSeededRandom } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { call } from '../../testing/records.ts';
import { historyItems, isFound, toggled } from './history-items.ts';

const missed = { type: 'incoming', answered: false, outcome: 'canceledRemote', duration: 0 } as const;
const to = (id: string, user: string, rest = {}) =>
  call({ id, sipAddress: `${user}@demo.example`, contactName: user, ...rest });
const nameOf = ({ contactName, sipAddress }: HistoryEntry) => contactName || sipAddress;
const none: ReadonlySet<string> = new Set();
const shown = (entries: ReturnType<typeof to>[], opened = none) =>
  historyItems(entries, nameOf, opened).map(
    ({ kind, entries: calls }) => `${kind} ${calls.map(({ id }) => id).join('')}`,
  );

test.each([
  [[], []],
  [[to('a', 'bo')], ['single a']],
  [[to('a', 'bo'), to('b', 'bo'), to('c', 'bo')], ['closed abc']],
  [
    [to('a', 'bo'), to('b', 'eva'), to('c', 'bo')],
    ['single a', 'single b', 'single c'],
  ],
  [
    [to('a', 'bo'), to('b', 'bo', missed), to('c', 'bo', missed)],
    ['single a', 'closed bc'],
  ],
  [[to('a', 'bo'), to('b', 'bo', { sipAddress: 'sip:BO@demo.example' })], ['closed ab']],
  [[to('a', 'bo'), to('b', 'bo', { contactName: '' })], ['closed ab']],
  [
    [to('a', 'bo'), to('b', 'bo', { contactName: 'Library' })],
    ['single a', 'single b'],
  ],
])('D62 repeated calls are one row: %#', (entries, expected) => {
  expect(shown(entries)).toEqual(expected);
});

test('D62 an open group shows its calls, also when a newer call has joined it', () => {
  const calls = [to('b', 'bo'), to('c', 'bo')];
  const [group] = historyItems(calls, nameOf, none);
  if (group === undefined) throw new Error('there is a group');
  const opened = toggled(none, group);
  expect(shown(calls, opened)).toEqual(['open bc', 'member b', 'member c']);
  expect(shown([to('a', 'bo'), ...calls], opened)).toEqual(['open abc', 'member a', 'member b', 'member c']);
  const [open] = historyItems(calls, nameOf, opened);
  expect(open && [...toggled(opened, open)]).toEqual([]);
});

test('D62 no call is lost or shown twice, whatever the order and whatever is open', () => {
  const random = createSeededRandom(7);
  const pick = (most: number) => Math.floor(random() * most);
  for (let run = 0; run < 200; run += 1) {
    const entries = Array.from({ length: pick(12) }, (_, index) =>
      to(`c${index}`, ['bo', 'eva'][pick(2)] ?? '', pick(2) === 0 ? missed : {}),
    );
    const opened = new Set(entries.filter(() => pick(3) === 0).map(({ id }) => id));
    const items = historyItems(entries, nameOf, opened);
    const ids = items
      .filter(({ kind }) => kind !== 'member')
      .flatMap((item) => item.entries.map(({ id }) => id));
    expect(ids).toEqual(entries.map(({ id }) => id));
    const members = items.filter(({ kind }) => kind === 'member').length;
    const inOpen = items.filter(({ kind }) => kind === 'open').flatMap((item) => item.entries).length;
    expect(members).toBe(inOpen);
  }
});

test.each([
  ['oberg', true],
  ['ÅSA berg', true],
  ['asa@', true],
  ['nine open', true],
  ['keys', true],
  ['asa keys nine', true],
  ['bobby', false],
  ['asa bobby', false],
  ['  ', true],
])('D62 the search for %j finds name, address and words of the text: %s', (words, expected) => {
  const entry = call({
    id: 'a',
    sipAddress: 'asa@demo.example',
    contactName: 'Åsa Öberg',
    receivedText: 'We open at nine.',
    sentText: 'I lost my KEYS',
  });
  expect(isFound(entry, nameOf, searchTerms(words))).toBe(expected);
});

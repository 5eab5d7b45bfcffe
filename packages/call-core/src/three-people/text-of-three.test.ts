import {
  createFakeClock,
  createFakeNetwork,
  createSeededRandom,
  createTestClient,
  settingsOf,
  type TestClient,
} from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { conversationInSight } from './conversation-of-three.ts';
import { earlierLength } from './earlier-part.ts';

/** Alice has written `earlier` to Bobby, then Carol has come, and all three are connected. */
async function createThree(earlier: string, seed = 1) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock, 20);
  network.takesTransfers = true;
  network.takesJoin = true;
  const [alice, bobby, carol] = ['alice', 'bobby', 'carol'].map((name, index) => {
    const client = createTestClient(network, clock, seed * 10 + index, { hasThreePeople: true });
    const perCall = { audio: true, video: true };
    const may = { perCall, secondCall: true, mayTransfer: true, threePeople: true } as const;
    client.intents.start(settingsOf(name, may));
    return client;
  }) as [TestClient, TestClient, TestClient];
  const wait = (): void => clock.advance(4000);
  wait();
  alice.intents.call('bobby');
  wait();
  bobby.intents.answer();
  wait();
  if (earlier !== '') alice.intents.editText(earlier);
  wait();
  await alice.intents.transfer({ do: 'inviteThird', target: 'carol' });
  wait();
  carol.intents.answer();
  wait();
  await bobby.intents.transfer({ do: 'accept' });
  wait();
  expect([alice, bobby, carol].map((client) => client.getState().three?.phase)).toEqual([
    'together',
    'together',
    'together',
  ]);
  const type = (value: string): void => {
    alice.intents.editText(value);
    wait();
  };
  const read = () => ({ bobby: writtenByAlice(bobby), carol: writtenByAlice(carol) });
  return { alice, bobby, carol, wait, type, read };
}

/** What Alice has written, as another user reads it. */
const writtenByAlice = (client: TestClient): string =>
  conversationInSight(client.getState())
    .filter(({ by }) => by?.address.startsWith('alice'))
    .map(({ text }) => text)
    .join('');

const targetsOf = (client: TestClient) => {
  const { text, behind } = client.getState();
  return [text.outbox.target, behind?.text.outbox.target];
};

const EARLIER = 'between us ';

test.each([
  ['a letter that was forgotten', 'betwen us ', 'between us all hear', 'all hear'],
  ['a letter too many', 'betweeen us ', 'between us all hear', 'all hear'],
  ['words before it', EARLIER, 'now it is between us all hear', 'all hear'],
  ['all of it removed', EARLIER, 'all hear', 'all hear'],
  ['words that both parts lose', EARLIER, 'between hear', 'hear'],
  ['the end of it and what follows in new words', EARLIER, 'between or not', 'or not'],
  ['a capital letter and a point in one change', EARLIER, 'Between us all hear.', 'all hear.'],
  ['a new word before it and one after it', EARLIER, 'just between us all we hear', 'all we hear'],
])(
  'D102 attack: %s in what two wrote before shows the third nothing of it, and takes nothing away',
  async (_name, earlier, changed, shared) => {
    const { type, read } = await createThree(earlier);
    type(`${earlier}all hear`);
    expect(read()).toEqual({ bobby: `${earlier}all hear`, carol: 'all hear' });
    type(changed);
    expect(read()).toEqual({ bobby: changed, carol: shared });
    type(`${changed} you`);
    expect(read()).toEqual({ bobby: `${changed} you`, carol: `${shared} you` });
  },
);

test('D102 words in place of all that two wrote before are read by all three, from their first letter', async () => {
  const { type, read } = await createThree(EARLIER);
  type('o');
  type('ok');
  expect(read()).toEqual({ bobby: 'ok', carol: 'ok' });
});

test('D102 attack: letters that change their places at the end of what two wrote before stay between them', async () => {
  const { type, read } = await createThree('see you at hoem');
  type('see you at home');
  expect(read()).toEqual({ bobby: 'see you at home', carol: '' });
});

test('D102 RTT-10 D41 what is not allowed for one of both is done for neither, and the reason is that one’s', async () => {
  const { alice, type, read } = await createThree(EARLIER);
  const whole = `${EARLIER}${'abcdefghij'.repeat(4)}12`;
  type(whole);
  const before = targetsOf(alice);
  // 53 characters for Bobby, 42 for Carol.
  type('');
  expect(targetsOf(alice)).toEqual(before);
  expect(read()).toEqual({ bobby: whole, carol: whole.slice(EARLIER.length) });
  expect(alice.notices).toContainEqual({ id: 'refusedEdit', code: 'tooManyDeleted' });
  type(`${whole}3`);
  expect(alice.notices).toEqual([]);
  expect(read().carol).toBe(`${whole.slice(EARLIER.length)}3`);
});

test('D102 D41 a change of text that Carol cannot lose any more is not made for Bobby either', async () => {
  const { alice, type, read } = await createThree(EARLIER);
  type(`${EARLIER}one two`);
  // The transport to Carol has changed: what she has is settled.
  const carol = alice.getState().behind?.call;
  const callId = carol !== undefined && 'call' in carol ? carol.call.callId : '';
  alice.emit({ type: 'textTransportChanged', callId, transport: 'dataChannel' });
  const before = targetsOf(alice);
  type(`${EARLIER}one too`);
  expect(targetsOf(alice)).toEqual(before);
  expect(alice.notices).toContainEqual({ id: 'refusedEdit', code: 'beforeGap' });
  expect(alice.getState().text.wasRefused).toBe(true);
  // What two wrote before may still be mended, and the notice goes.
  type('between you one two');
  expect(alice.notices).toEqual([]);
  expect(read().bobby).toBe('between you one two');
  type('between you one two three');
  expect(read().carol).toMatch(/^one two\uFFFD* three$/);
});

test('D102 a typing error in what two wrote before is mended before much text that all have read', async () => {
  const { alice, type, read } = await createThree('betwen us ');
  const shared = 'abcdefghij'.repeat(6);
  type(`betwen us ${shared}`);
  type(`between us ${shared}`);
  expect(alice.notices).toEqual([]);
  type(`between us ${shared}!`);
  expect(read()).toEqual({ bobby: `between us ${shared}!`, carol: `${shared}!` });
});

test.each([
  ['family 👨‍👩‍👧', ' X', 'family 👨‍👩‍👦 Y', 'family '],
  ['ab', '\u{1F600}', 'ba\u{1FA00}', 'ba\u{1FA00}'],
])(
  'D102 the end of the earlier part %j splits no character: %j becomes %j',
  (earlier, later, after, kept) => {
    expect(after.slice(0, earlierLength(earlier + later, earlier.length, after))).toBe(kept);
  },
);

type Letter = { readonly is: string; readonly isPrivate: boolean };
const SHARED = ['X', 'Y', 'Z', '\n', 'Ö', '👩‍👦', '😁', '🇳🇴', '\u{203FF}', 'e\u0301'];
/** What the writer types in the earlier part: each is typed once, so that no other edit has the same result. */
const isPrivateIn = (text: string): boolean => /[\u4E00-\u5FFF\u{20000}-\u{203FE}]/u.test(text);

/** A user who writes letters of two alphabets, so that each shows where it was typed. */
function createWriter(random: () => number) {
  const below = (most: number): number => Math.floor(random() * most);
  let count = 0;
  const letter = (isPrivate: boolean): string => {
    if (!isPrivate) return SHARED[below(SHARED.length)] ?? '';
    count += 1;
    if (random() < 0.3) return String.fromCodePoint(0x20000 + count);
    return String.fromCodePoint(0x4e00 + count) + (random() < 0.2 ? '\u0301' : '');
  };
  const some = (most: number, isPrivate: boolean): readonly Letter[] =>
    Array.from({ length: below(most + 1) }, () => ({ is: letter(isPrivate), isPrivate }));
  let text: readonly Letter[] = some(20, true);
  const textOf = (letters: readonly Letter[]): string => letters.map(({ is }) => is).join('');
  return {
    whole: () => textOf(text),
    shared: () => textOf(text.filter(({ isPrivate }) => !isPrivate)),
    /** Types, removes or replaces somewhere; what is typed where the earlier part ends is for all. */
    change(): void {
      const boundary = text.filter(({ isPrivate }) => isPrivate).length;
      const start = random() < 0.3 ? text.length : below(text.length + 1);
      const removed = random() < 0.5 ? 0 : below(Math.min(12, text.length - start) + 1);
      const isPrivate = start < boundary && start + removed < boundary;
      const typed = some(random() < 0.2 ? 40 : 3, isPrivate);
      text = [...text.slice(0, start), ...typed, ...text.slice(start + removed)];
    },
  };
}

test('D102 attack: after any series of edits the third reads what was typed since, and nothing from before', async () => {
  let moved = 0;
  for (let seed = 1; seed <= 15; seed += 1) {
    const random = createSeededRandom(seed);
    const writer = createWriter(random);
    const { alice, type, read, wait } = await createThree(writer.whole(), seed);
    const callId = alice.getState().three?.callId ?? '';
    const boundaryOf = (): number => {
      const { three } = alice.getState();
      return three !== undefined && 'before' in three ? (three.before[callId] ?? 0) : 0;
    };
    for (let step = 0; step < 40; step += 1) {
      const before = boundaryOf();
      writer.change();
      if (random() < 0.5) type(writer.whole());
      else alice.intents.editText(writer.whole());
      if (before !== boundaryOf()) moved += 1;
      const [bobbys = '', carols = ''] = targetsOf(alice);
      expect([bobbys, carols]).toEqual([writer.whole(), writer.shared()]);
      expect(bobbys.slice(boundaryOf())).toBe(carols);
      expect(isPrivateIn(read().carol)).toBe(false);
    }
    for (let round = 0; round < 20; round += 1) wait();
    expect(read()).toEqual({ bobby: writer.whole(), carol: writer.shared() });
  }
  expect(moved).toBeGreaterThan(50);
});

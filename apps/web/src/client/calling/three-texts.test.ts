import { type ClientState, initialClientState } from '@samtal/call-core';
import { conversationOfThree } from '@samtal/call-core/three-people';
import { authorWrote } from '@samtal/realtime-text';
import { expect, test } from 'vitest';
import { createThreeTexts } from './three-texts.ts';

const media = { audio: true, video: true, text: true };
type Carried = typeof media & { readonly textTransport: 'dataChannel' | 'message' };
const idle = initialClientState;

/** A page with calls with Bobby in front and with Carol, in which all write at given times. */
function createPage() {
  let now = 1000;
  let listener = (): void => undefined;
  const call = (name: string) => ({
    phase: 'accepted' as const,
    call: { callId: name, direction: 'outgoing' as const, remoteUser: { address: `${name}@demo.example` } },
    media: { ...media, textTransport: 'dataChannel' } as Carried,
    acceptedAt: 0,
  });
  let bobby = { ...idle, call: call('bobby') };
  let carol = { ...idle, call: call('carol') };
  let isTogether = true;
  let hasBobby = true;
  let before: Readonly<Record<string, number>> = { bobby: 0, carol: 0 };
  const state = (): ClientState => {
    const front = hasBobby ? bobby : carol;
    if (!isTogether) return { ...front, behind: undefined };
    const other = { address: 'carol@demo.example' };
    const three = {
      role: 'inviter',
      phase: 'together',
      callId: 'bobby',
      otherId: 'carol',
      other,
      before,
    } as const;
    return { ...front, behind: carol, three };
  };
  const texts = createThreeTexts({
    getState: state,
    subscribe: (follow) => (listener = follow),
    merge: conversationOfThree,
    now: () => now,
  });
  const written = { own: '', bobby: '', carol: '' };
  function write(who: 'own' | 'bobby' | 'carol', more: string): void {
    now += 1000;
    written[who] += more;
    const text = written[who];
    const add = (one: typeof bobby, author: 'own' | 'other'): typeof bobby => {
      const conversation = authorWrote(one.text.conversation, author, text).map((run) => ({
        beganAt: now,
        ...run,
      }));
      const { outbox } = one.text;
      const target = author === 'own' ? text : outbox.target;
      return { ...one, text: { ...one.text, conversation, outbox: { ...outbox, target } } };
    };
    if (who !== 'carol') bobby = add(bobby, who === 'own' ? 'own' : 'other');
    if (who !== 'bobby') carol = add(carol, who === 'own' ? 'own' : 'other');
    listener();
  }
  const read = (callId: string) =>
    texts.of(callId, () => undefined)?.runs.map(({ who = 'own', text }) => `${who}: ${text}`);
  /** The own text from `start` may not have arrived at both; at Carol it is late besides. */
  const lose = (start: number): void => {
    const doubt = ({ outbox }: typeof bobby.text) => ({
      ...outbox,
      doubts: [{ id: 1, kind: 'text' as const, start, end: outbox.target.length }],
    });
    bobby = { ...bobby, text: { ...bobby.text, outbox: doubt(bobby.text) } };
    carol = { ...carol, text: { ...carol.text, outbox: doubt(carol.text), isLate: true } };
    listener();
  };
  const leave = (): void => {
    isTogether = false;
    hasBobby = false;
    listener();
  };
  /** Own text before there were three has become longer by this. */
  const mend = (units: number): void => {
    before = { ...before, carol: (before['carol'] ?? 0) + units };
    listener();
  };
  /** Text between the own user and Carol is carried by MESSAGE. */
  const carryByMessage = (): void => {
    carol = { ...carol, call: { ...carol.call, media: { ...media, textTransport: 'message' } } };
    listener();
  };
  return { texts, write, read, leave, lose, mend, carryByMessage };
}

test('D102 each author has turns of their own, in the order in which their lines began', () => {
  const { write, read, texts } = createPage();
  write('bobby', 'one\n');
  write('carol', 'two\n');
  write('bobby', 'three\n');
  write('own', 'four');
  expect(read('bobby')).toEqual(['bobby: one\n', 'carol: two\n', 'bobby: three\n', 'own: four']);
  expect(texts.of('bobby', () => undefined)?.people).toEqual(['bobby', 'carol']);
});

test('D102 when what two wrote before is changed, all lines keep their places', () => {
  const { write, read, mend } = createPage();
  write('bobby', 'one\n');
  write('carol', 'two\n');
  write('bobby', 'three\n');
  write('carol', 'four\n');
  write('bobby', 'five\n');
  const before = read('bobby');
  mend(1);
  expect(before?.slice(2)).toEqual(['bobby: three\n', 'carol: four\n', 'bobby: five\n']);
  expect(read('bobby')).toEqual(before);
});

test('D102 when one has left, their words stay in the conversation with the other one', () => {
  const { write, read, leave } = createPage();
  write('bobby', 'bye\n');
  leave();
  write('carol', 'still here');
  expect(read('carol')).toEqual(['bobby: bye\n', 'carol: still here']);
});

test('D102 D10 one text transport is named only as long as it is that of both', () => {
  const { texts, carryByMessage } = createPage();
  const transport = (callId: string) => texts.of(callId, () => undefined)?.transport;
  expect(transport('bobby')).toBe('dataChannel');
  carryByMessage();
  expect([transport('bobby'), transport('carol')]).toEqual([undefined, undefined]);
});

test('D102 a call that was never one of three has no such text', () => {
  expect(createPage().read('david')).toBe(undefined);
});

test('D102 D41 own text in doubt is named for each of the two others, also when one has left', () => {
  const { texts, write, lose, leave } = createPage();
  write('own', 'the code is 12');
  expect(texts.of('bobby', () => undefined)).toMatchObject({ doubts: [], late: '' });
  lose(12);
  expect(texts.of('bobby', () => undefined)).toMatchObject({
    doubts: [
      { who: 'bobby', kind: 'text', text: '12' },
      { who: 'carol', kind: 'text', text: '12' },
    ],
    late: expect.stringContaining('12'),
  });
  leave();
  expect(texts.of('carol', () => undefined)?.doubts.map(({ who }) => who)).toEqual(
    expect.arrayContaining(['bobby', 'carol']),
  );
});

import { type HistoryRecord, historyRecordSchema } from '@samtal/api-contract';
import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { NamedRun } from '../../client/calling/three-texts.ts';
import { nobodyKnown } from '../../client/people/known-names.ts';
import { howItWent } from '../../features/history/call-words.ts';
import { recordCalls } from './record-calls.ts';

/** Anna and Bo with the records in their histories. */
function createScene(
  afterScreens = (then: () => void): void => then(),
  settings: object = {},
  runs?: readonly NamedRun[],
) {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const people = (['anna', 'bo'] as const).map((name, index) => {
    const client = createTestClient(network, clock, index + 1);
    const records: HistoryRecord[] = [];
    recordCalls({
      client,
      history: { add: async (record) => void records.push(record) },
      names: () => (address) => (address === 'bo@demo.example' ? 'Bo Ek' : nobodyKnown(address)),
      now: () => clock.now(),
      ...(runs && {
        threeTexts: () => ({
          of: () => ({ runs, people: [''], doubts: [], late: '', transport: undefined }),
        }),
      }),
      afterScreens,
    });
    client.intents.start(settingsOf(name, settings));
    return { client, records };
  });
  const [anna, bo] = people;
  if (anna === undefined || bo === undefined) throw new Error('a client is missing');
  clock.advance(1000);
  const ring = (): void => {
    anna.client.intents.call('bo');
    clock.advance(1000);
  };
  const talk = (): void => {
    ring();
    bo.client.intents.answer();
    clock.advance(1000);
  };
  return { clock, network, anna, bo, ring, talk };
}

const brief = (records: readonly HistoryRecord[]) =>
  records.map(({ type, answered, outcome, sipAddress }) => [type, answered, outcome, sipAddress]);

test('HIST-01 HIST-02 a call with text is recorded on both sides, with authors and times', () => {
  const { clock, anna, bo, talk } = createScene();
  const began = clock.now();
  talk();
  clock.advance(4000);
  anna.client.intents.editText('Helo');
  clock.advance(3000);
  bo.client.intents.editText('Hi!\n');
  clock.advance(3000);
  anna.client.intents.editText('Hello\n');
  clock.advance(3000);
  anna.client.intents.editText('Hello\nBye');
  clock.advance(60_000);
  anna.client.intents.hangUp();
  clock.advance(3000);

  const [hers] = anna.records;
  expect(hers).toMatchObject({
    type: 'outgoing',
    answered: true,
    outcome: 'terminatedLocal',
    sipAddress: 'bo@demo.example',
    contactName: 'Bo Ek',
    receivedText: 'Hi!\n',
    sentText: 'Hello\nBye',
    timestamp: began,
  });
  expect(hers?.transcript.map(({ author, text }) => [author, text])).toEqual([
    ['own', 'Hello\n'],
    ['other', 'Hi!\n'],
    ['own', 'Bye'],
  ]);
  const offsets = hers?.transcript.map(({ offsetMs }) => Math.round(offsetMs / 1000));
  expect(offsets).toEqual([6, 9, 15]);
  expect(hers?.duration).toBeGreaterThanOrEqual(73);
  expect(hers?.duration).toBeLessThanOrEqual(75);

  expect(bo.records).toHaveLength(1);
  expect(bo.records[0]).toMatchObject({
    type: 'incoming',
    answered: true,
    outcome: 'terminatedRemote',
    sipAddress: 'anna@demo.example',
    contactName: 'anna',
    receivedText: 'Hello\nBye',
    sentText: 'Hi!\n',
  });
  for (const record of [...anna.records, ...bo.records])
    expect(historyRecordSchema.safeParse(record).success).toBe(true);
});

test('D41 HIST-01 unconfirmed text is not recorded as sent, and is marked in the transcript', () => {
  const { clock, network, anna, bo, talk } = createScene();
  talk();
  anna.client.intents.editText('I am at ');
  clock.advance(1000);
  network.isTextLost = true;
  anna.client.intents.editText('I am at 12 Main St');
  clock.advance(60_000);
  anna.client.intents.hangUp();
  clock.advance(3000);
  const [hers] = anna.records;
  expect(hers).toMatchObject({ sentText: 'I am at ', outcome: 'terminatedLocal' });
  expect(hers?.transcript).toMatchObject([
    { author: 'own', text: 'I am at ' },
    { author: 'own', text: '12 Main St', isDoubtful: true },
  ]);
  expect(hers?.transcript[0]?.isDoubtful).toBeUndefined();
  expect(bo.records[0]?.receivedText).toBe('I am at ');
  expect(historyRecordSchema.safeParse(hers).success).toBe(true);
});

test('D41 HIST-01 characters that arrive while a hang-up waits for confirmations are recorded', () => {
  const { clock, network, anna, talk } = createScene();
  talk();
  network.isTextLost = true;
  anna.client.intents.editText('bye');
  anna.client.intents.hangUp();
  const { call } = anna.client.getState();
  if (!('call' in call)) expect.fail('there is no call');
  anna.client.emit({ type: 'textReceived', callId: call.call.callId, characters: 'see you' });
  clock.advance(3000);
  expect(anna.records).toMatchObject([{ receivedText: 'see you' }]);
});

test('D41 text held by an input method when the remote user hangs up is recorded as unconfirmed', () => {
  const waiting: (() => void)[] = [];
  const { clock, anna, bo, talk } = createScene((then) => waiting.push(then));
  talk();
  anna.client.intents.editText('x');
  clock.advance(1000);
  bo.client.intents.hangUp();
  clock.advance(3000);
  anna.client.intents.editText('xねこ');
  for (const then of waiting) then();
  expect(anna.records.map(({ sentText, transcript }) => [sentText, transcript])).toEqual([
    [
      'x',
      [
        { author: 'own', text: 'x', offsetMs: expect.any(Number) },
        { author: 'own', text: 'ねこ', offsetMs: expect.any(Number), isDoubtful: true },
      ],
    ],
  ]);
});

test('D41 closing the page during a call records it immediately, with unconfirmed text marked', () => {
  const { clock, anna, talk } = createScene();
  talk();
  anna.client.intents.editText('bye');
  anna.client.emit({ type: 'pageHidden' });
  expect(anna.records).toMatchObject([{ sentText: '', transcript: [{ text: 'bye', isDoubtful: true }] }]);
  clock.advance(3000);
  expect(anna.records).toHaveLength(1);
});

test('HIST-02 a missed, a declined and an abandoned call are recorded with their outcomes', () => {
  const { clock, anna, bo, ring } = createScene();
  ring();
  anna.client.intents.cancel();
  clock.advance(3000);
  ring();
  bo.client.intents.decline();
  clock.advance(3000);
  expect(brief(anna.records)).toEqual([
    ['outgoing', false, 'canceledLocal', 'bo@demo.example'],
    ['outgoing', false, 'rejectedRemote', 'bo@demo.example'],
  ]);
  expect(brief(bo.records)).toEqual([
    ['incoming', false, 'canceledRemote', 'anna@demo.example'],
    ['incoming', false, 'rejectedLocal', 'anna@demo.example'],
  ]);
  expect(bo.records.map(({ duration }) => duration)).toEqual([0, 0]);
});

test('STATE-06 STATE-19 D34 D36 second callers and callers who hang up too early are missed calls', () => {
  const { clock, network, anna, bo, ring, talk } = createScene();
  const carol = createTestClient(network, clock, 3);
  carol.intents.start(settingsOf('carol'));
  talk();
  carol.intents.call('bo');
  clock.advance(1000);
  expect(brief(bo.records)).toEqual([['incoming', false, 'canceledRemote', 'carol@demo.example']]);
  expect(bo.client.status()).toBe('ACCEPTED');
  anna.client.intents.hangUp();
  clock.advance(3000);
  bo.client.localMedia.failure = 'silent';
  ring();
  bo.client.intents.answer();
  anna.client.intents.cancel();
  clock.advance(3000);
  expect(brief(bo.records).at(-1)).toEqual(['incoming', false, 'canceledRemote', 'anna@demo.example']);
  expect(bo.records).toHaveLength(3);
  expect(bo.records.filter(({ answered }) => !answered).map(howItWent)).toEqual([
    'history.in.missed',
    'history.in.missed',
  ]);
});

test('D85 HIST-01 two calls at a time are two records, each with its own text, times and ending', () => {
  const { clock, network, anna, bo, talk } = createScene(undefined, { secondCall: true });
  const carol = createTestClient(network, clock, 3);
  carol.intents.start(settingsOf('carol'));
  talk();
  carol.intents.call('bo');
  clock.advance(1000);
  const { behind } = bo.client.getState();
  if (behind?.call.phase !== 'incoming') return expect.fail('no second call rings');
  bo.client.intents.answerSecond(behind.call.call.callId, 'hold');
  clock.advance(1000);
  for (const [who, text] of [
    [carol, 'from carol'],
    [anna.client, 'from anna'],
    [bo.client, 'to carol'],
  ] as const)
    who.intents.editText(text);
  clock.advance(1000);
  bo.client.intents.swapCalls();
  clock.advance(1000);
  bo.client.intents.editText('to anna');
  clock.advance(1000);
  carol.intents.hangUp();
  clock.advance(8000);
  expect(bo.records).toHaveLength(1);
  bo.client.intents.hangUp();
  clock.advance(3000);
  expect(
    bo.records.map(({ sipAddress, receivedText, sentText, outcome }) => [
      sipAddress,
      receivedText,
      sentText,
      outcome,
    ]),
  ).toEqual([
    ['carol@demo.example', 'from carol', 'to carol', 'terminatedRemote'],
    ['anna@demo.example', 'from anna', 'to anna', 'terminatedLocal'],
  ]);
  expect((bo.records[1]?.duration ?? 0) - (bo.records[0]?.duration ?? 0)).toBeGreaterThanOrEqual(8);
});

test('D85 a second call that was never answered is recorded as missed', () => {
  const { clock, network, bo, talk } = createScene(undefined, { secondCall: true });
  const carol = createTestClient(network, clock, 3);
  carol.intents.start(settingsOf('carol'));
  talk();
  carol.intents.call('bo');
  clock.advance(1000);
  carol.intents.cancel();
  clock.advance(1000);
  expect(brief(bo.records)).toEqual([['incoming', false, 'canceledRemote', 'carol@demo.example']]);
});

test('HIST-02 calls to a busy, an unknown and a forbidden number are recorded once each', () => {
  const { clock, anna, bo, talk } = createScene();
  anna.client.intents.call('nobody');
  clock.advance(3000);
  anna.client.intents.dismiss();
  anna.client.intents.barCall('112', 'unregisteredNumber');
  anna.client.intents.dismiss();
  anna.client.intents.barCall('bo', 'tokenExpired');
  clock.advance(1000);
  expect(anna.records).toHaveLength(2);
  expect(anna.records[1]?.outcome).toBe('unregisteredNumber');
  talk();
  bo.client.intents.hangUp();
  clock.advance(3000);
  expect(anna.records).toHaveLength(3);
  expect(new Set(anna.records.map(({ id }) => id)).size).toBe(3);
});

test('A-065 a call answered on another device is not recorded here', () => {
  const { anna, bo, ring } = createScene();
  ring();
  const { call } = bo.client.getState();
  if (call.phase !== 'incoming') return expect.fail('it does not ring');
  bo.client.emit({ type: 'inviteCancelled', callId: call.call.callId, cause: 200 });
  expect(bo.records).toEqual([]);
  anna.client.intents.cancel();
});

test('all devices on which a call rings give it the same id, so that it is one entry', () => {
  const [one, other] = [createScene(), createScene()];
  for (const { bo } of [one, other]) {
    bo.client.emit({
      type: 'inviteReceived',
      callId: 'k3@client;from=7',
      from: { address: 'carol@demo.example' },
      offered: { audio: true, video: false, text: true },
    });
    bo.client.emit({ type: 'inviteCancelled', callId: 'k3@client;from=7' });
  }
  expect(one.bo.records).toHaveLength(1);
  expect(one.bo.records[0]?.id).toBe(other.bo.records[0]?.id);
  expect(one.bo.records[0]?.id).toMatch(/^incoming-[0-9a-f]{16}$/);
});

test('A-065 CALLSCR-12 a call ringing when the connection is lost is missed, not declined', () => {
  const { clock, bo, ring } = createScene();
  ring();
  bo.client.signalling.drop();
  clock.advance(1000);
  expect(brief(bo.records)).toEqual([['incoming', false, 'canceledRemote', 'anna@demo.example']]);
  expect(bo.records.map(howItWent)).toEqual(['history.in.missed']);
});

test('A-065 closing the page while it rings does not decline: another device may answer', () => {
  const { bo, ring } = createScene();
  ring();
  bo.client.emit({ type: 'pageHidden' });
  expect(bo.records).toEqual([]);
});

test('D10 D41 only confirmed text is recorded as sent, for every ending, and no word is lost', () => {
  const { clock, anna, bo, talk } = createScene();
  talk();
  anna.client.intents.editText('hello ');
  anna.client.intents.editText('hello I am at 12 Main St');
  bo.client.intents.hangUp();
  clock.advance(1000);
  const [hers] = anna.records;
  expect([hers?.sentText, hers?.transcript.map(({ text, isDoubtful }) => [text, isDoubtful])]).toEqual([
    'hello ',
    [
      ['hello ', undefined],
      ['I am at 12 Main St', true],
    ],
  ]);
});

test('REG-03 HIST-02 a call that ended with the connection is not recorded as hung up here', () => {
  const { clock, anna, talk } = createScene();
  talk();
  anna.client.signalling.drop();
  clock.advance(1000);
  expect(brief(anna.records)).toEqual([['outgoing', true, 'failed', 'bo@demo.example']]);
});

/** Sends `length` or more characters of Anna's text, far more than a record keeps. */
function flood({ clock, anna }: ReturnType<typeof createScene>, length: number): void {
  const { call } = anna.client.getState();
  const callId = 'call' in call ? call.call.callId : '';
  for (let sent = 0; sent < length; sent += 8000) {
    anna.client.signalling.sendText(callId, 10_000 + sent, `${sent} ${'漢'.repeat(7990)}\u2028`);
    clock.advance(200);
  }
}

test('HIST-01 D14 of very long text the newest is recorded, and the transcript marks the cut', () => {
  const scene = createScene();
  const { clock, anna, bo, talk } = scene;
  talk();
  bo.client.intents.editText('Stop\n');
  clock.advance(1000);
  flood(scene, 400_000);
  anna.client.intents.hangUp();
  clock.advance(3000);
  const [his] = bo.records;
  if (his === undefined) throw new Error('nothing was recorded');
  expect(historyRecordSchema.safeParse(his).success).toBe(true);
  expect(his.receivedText.endsWith('漢\n')).toBe(true);
  const [own, other, ...more] = his.transcript;
  expect([own, other, more]).toMatchObject([
    { author: 'own', text: 'Stop\n' },
    { author: 'other', isCut: true },
    [],
  ]);
  expect([own?.isCut, other?.text.endsWith('漢\n')]).toEqual([undefined, true]);
});

test('HIST-01 D14 a complete transcript has no mark of a cut', () => {
  const { clock, anna, bo, talk } = createScene();
  talk();
  anna.client.intents.editText('Hello');
  clock.advance(1000);
  anna.client.intents.hangUp();
  clock.advance(3000);
  expect(bo.records[0]?.transcript).toEqual([
    { author: 'other', text: 'Hello', offsetMs: expect.any(Number) },
  ]);
});

test('D102 the entry of a call of three has the whole conversation, with the names of its authors', () => {
  const began = 5000;
  const { clock, anna, talk } = createScene(undefined, {}, [
    { author: 'other', text: 'Hello\n', beganAt: began, who: 'Bo Ek' },
    { author: 'own', text: 'Hi\n', beganAt: began + 1000 },
    { author: 'other', text: 'Good day', beganAt: began + 2000, who: 'C'.repeat(300) },
  ]);
  talk();
  anna.client.intents.hangUp();
  clock.advance(3000);
  const [record] = anna.records;
  expect(record?.transcript.map(({ author, name, text }) => [author, name, text])).toEqual([
    ['other', 'Bo Ek', 'Hello\n'],
    ['own', undefined, 'Hi\n'],
    ['other', 'C'.repeat(255), 'Good day'],
  ]);
  expect(historyRecordSchema.safeParse(record).success).toBe(true);
});

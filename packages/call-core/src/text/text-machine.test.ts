import { arrivedText, decode, doubtsInWords, unconfirmedText } from '@samtal/realtime-text';
import { expect, test } from 'vitest';
import type { NegotiatedMedia } from '../media-kinds.ts';
import type { ClientEffect } from '../protocol/client-effects.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallState } from '../state/call-state.ts';
import { incomingText } from '../views/conversation.ts';
import { initialText } from './initial-text.ts';
import { stepText } from './text-machine.ts';

const callId = 'c';
const call = {
  callId,
  remoteUser: { address: 'bobby@demo.example' },
  direction: 'outgoing',
  startedAt: 0,
} as const;
const textOnly = { audio: false, video: false, text: true, textTransport: 'message' } as const;
const idle: CallState = { phase: 'idle' };

/** A call whose text uses the negotiated transport, with its own clock. */
function inCall(negotiated: Partial<NegotiatedMedia> = {}) {
  const media = {
    audio: true,
    video: true,
    text: true,
    textTransport: 'dataChannel',
    ...negotiated,
  } as const;
  const accepted = { phase: 'accepted', call, media, acceptedAt: 0 } as const satisfies CallState;
  let now = 1000;
  let state = initialText;
  let isTextVisible = true;
  const sent: string[] = [];
  let last: CallState = accepted;
  const received = (event: ClientEvent) =>
    event.type === 'textReceived' ? decode(state.decoder, event.characters) : undefined;
  function take(event: ClientEvent, before: CallState = accepted): readonly ClientEffect[] {
    const context = { before, after: accepted, isTextVisible, received: received(event), now };
    const step = stepText(state, event, context);
    state = step.state;
    for (const effect of step.effects) if (effect.do === 'sendText') sent.push(effect.characters);
    now += 300;
    return step.effects;
  }
  const begin = () => take({ type: 'callAccepted', callId, media }, idle);
  begin();
  return {
    sent,
    take,
    begin,
    /** Passes an event that ends the call, or that comes after its end. */
    end(event: ClientEvent, phase: 'ending' | 'completed') {
      const over = { phase, call, outcome: 'terminatedLocal' } as const satisfies CallState;
      const context = { before: last, after: over, isTextVisible, received: received(event), now };
      const step = stepText(state, event, context);
      last = over;
      state = step.state;
      for (const effect of step.effects) if (effect.do === 'sendText') sent.push(effect.characters);
      return step.effects;
    },
    type: (value: string) => take({ type: 'textEdited', value }),
    hear: (characters: string) => take({ type: 'textReceived', callId, characters }),
    closePanel: () => (isTextVisible = false),
    state: () => state,
  };
}

test('T17 D10 a lost transport gives the reader one mark, and nothing is sent twice', () => {
  const text = inCall();
  text.type('before');
  text.hear('Hello');
  text.take({ type: 'textTransportChanged', callId, transport: 'message' });
  text.type('before, after');
  text.take({ type: 'textDelivered', callId, chunkId: 2 });
  text.hear(' again');
  expect(incomingText(text.state())).toBe('Hello\uFFFD again');
  expect(text.sent).toEqual(['before', '\uFFFD', ', after']);
});

test('D82 a transport that loses nothing gives no mark, and text that was sent before it can still be corrected', () => {
  const text = inCall();
  text.type('helo');
  text.hear('Hi');
  text.take({ type: 'textTransportChanged', callId, transport: 'message', isTextExact: true });
  text.take({ type: 'timerFired', timer: 'textPace' });
  text.type('hello');
  expect(incomingText(text.state())).toBe('Hi');
  expect(text.sent).toEqual(['helo', '\blo']);
  text.take({ type: 'textDelivered', callId, chunkId: 1 });
  text.take({ type: 'textDelivered', callId, chunkId: 2 });
  expect(doubtsInWords(text.state().outbox)).toEqual([]);
});

test('D82 a dialog that goes on with the counts of the text gives no mark, and leaves nothing in doubt', () => {
  const text = inCall();
  text.type('helo');
  text.hear('Hi');
  const media = { audio: false, video: false, text: true, textTransport: 'dataChannel' } as const;
  text.take({ type: 'callTakenUp', callId, media: { ...media, isTextContinued: true } });
  text.take({ type: 'textDelivered', callId, chunkId: 1 });
  expect([incomingText(text.state()), doubtsInWords(text.state().outbox)]).toEqual(['Hi', []]);
  text.take({ type: 'callTakenUp', callId, media });
  expect(incomingText(text.state())).toBe('Hi\uFFFD');
});

test('D82 D41 text that such a transport had not delivered when the call ended is in doubt', () => {
  const text = inCall();
  text.type('bye');
  text.take({ type: 'textTransportChanged', callId, transport: 'message', isTextExact: true });
  text.end({ type: 'remoteHungUp', callId }, 'completed');
  expect(doubtsInWords(text.state().outbox).map((doubt) => doubt.text)).toEqual(['bye']);
});

test('D41 T22 text before a gap cannot be changed, and text after it can', () => {
  const text = inCall();
  text.type('before');
  text.take({ type: 'textFailed', callId, chunkId: 1 });
  const refused = text.type('Before');
  expect(refused).toEqual([{ do: 'showNotice', notice: { id: 'refusedEdit', code: 'beforeGap' } }]);
  text.type('before, aftr');
  text.type('before, after');
  text.take({ type: 'timerFired', timer: 'textPace' });
  expect(text.state().outbox.target).toBe('before, after');
  expect(text.sent.join('|')).toBe('before|\uFFFD|, aftr|\ber');
});

test('D41 an edit so far back that it would send more than 2000 characters again is refused', () => {
  const text = inCall();
  const typed = 'x'.repeat(900);
  for (let length = 1; length <= 3; length++) text.type(typed.repeat(length));
  for (let index = 0; index < 12; index++) text.take({ type: 'timerFired', timer: 'textPace' });
  expect(text.sent.join('')).toHaveLength(2700);
  const all = typed.repeat(3);
  const refused = text.type(`${all.slice(0, 699)}y${all.slice(699)}`);
  expect(refused).toEqual([{ do: 'showNotice', notice: { id: 'refusedEdit', code: 'tooFarBack' } }]);
  text.type(`${all.slice(0, 700)}y${all.slice(700)}`);
  expect(text.state().outbox.target).toHaveLength(2701);
});

test('D41 text without an answer when a call has ended is reported, and an answer during the ending counts', () => {
  for (const isAnswered of [false, true]) {
    const text = inCall();
    text.type('bye');
    text.end({ type: 'hangUpRequested' }, 'ending');
    if (isAnswered) text.end({ type: 'textDelivered', callId, chunkId: 1 }, 'ending');
    const effects = text.end({ type: 'callClosed', callId }, 'completed');
    const notice = { do: 'showNotice', notice: { id: 'textInDoubt', code: 'textInDoubt' } };
    expect(effects).toEqual(isAnswered ? [] : [notice]);
    expect(doubtsInWords(text.state().outbox).map((doubt) => doubt.text)).toEqual(isAnswered ? [] : ['bye']);
  }
});

test('D41 an erasure without an answer when this side ended the call is reported, and dropped by the next call', () => {
  const text = inCall();
  text.type('abc');
  text.take({ type: 'textDelivered', callId, chunkId: 1 });
  text.type('ab');
  text.end({ type: 'hangUpRequested' }, 'ending');
  const notice = { id: 'erasureInDoubt', code: 'erasureInDoubt' };
  expect(text.end({ type: 'callClosed', callId }, 'completed')).toEqual([{ do: 'showNotice', notice }]);
  expect(doubtsInWords(text.state().outbox).map(({ text: erased }) => erased)).toEqual(['c']);
  expect(text.begin()).toContainEqual({ do: 'clearNotice', id: 'erasureInDoubt' });
});

test('D41 when the user leaves the page, the last text is sent immediately and counts as in doubt', () => {
  const text = inCall();
  text.type('b');
  text.type('bye');
  text.end({ type: 'pageHidden' }, 'completed');
  expect(text.sent).toEqual(['b', 'ye']);
  expect(arrivedText(text.state().outbox)).toBe('');
});

test('T17 without a possible loss there is no mark, and no text is unread', () => {
  const text = inCall();
  text.closePanel();
  text.take({ type: 'textTransportChanged', callId, transport: 'message', isTextSafe: true });
  expect([incomingText(text.state()), text.state().isUnread]).toEqual(['', false]);
});

test('T25 a peer that accepts no text is sent none, until another transport carries it', () => {
  const text = inCall({ isTextReadOnly: true });
  text.type('Hello?');
  text.take({ type: 'knockRequested' });
  text.hear('I can only talk');
  expect([text.sent, incomingText(text.state())]).toEqual([[], 'I can only talk']);
  text.take({ type: 'textTransportChanged', callId, transport: 'message' });
  expect(text.sent).toEqual(['\uFFFD\u0007Hello?']);
});

test('T25 RFC 8865 §5.4 a channel that is opened again accepts no more text, and no faster, than the one before', () => {
  const readOnly = inCall({ isTextReadOnly: true });
  readOnly.take({ type: 'textTransportChanged', callId, transport: 'dataChannel' });
  readOnly.type('Hello?');
  expect(readOnly.sent).toEqual([]);
  const slow = inCall();
  slow.take({ type: 'textTransportChanged', callId, transport: 'dataChannel', cps: 2, isTextSafe: true });
  slow.type('x'.repeat(200));
  slow.take({ type: 'timerFired', timer: 'textPace' });
  expect(slow.sent.join('').length).toBeLessThanOrEqual(50);
});

test('RTT-08 RTT-10 a refused edit keeps the written text and sends nothing', () => {
  const text = inCall();
  const long = 'x'.repeat(200);
  text.type(long);
  text.type(long.slice(51));
  expect(text.state().outbox.target).toBe(long);
  text.type(`${long}${'y'.repeat(1001)}`);
  expect([text.state().outbox.target, text.state().wasRefused]).toEqual([long, true]);
  expect(text.sent).toEqual([long]);
});

test('RTT-12 at most the newest 200,000 units of endless incoming text are kept, and the removed units are counted', () => {
  const text = inCall();
  const lines = 1000;
  for (let line = 0; line < lines; line++) text.hear(`${String(line).padStart(4)} ${'漢'.repeat(500)}\u2028`);
  const { incomingCut } = text.state();
  const incoming = incomingText(text.state());
  expect(incoming.length).toBeLessThanOrEqual(200_000);
  expect(incoming.length).toBeGreaterThan(170_000);
  expect(incoming.length + incomingCut).toBe(lines * 506);
  expect(incoming.endsWith(` 999 ${'漢'.repeat(500)}\n`)).toBe(true);
});

test('RTT-12 T14 backspaces beyond the kept text do nothing', () => {
  const text = inCall();
  for (let index = 0; index < 30; index++) text.hear('漢'.repeat(8000));
  const { incomingCut } = text.state();
  expect(incomingCut).toBeGreaterThan(0);
  for (let index = 0; index < 30; index++) text.hear('\b'.repeat(8000));
  text.hear('again');
  expect(incomingText(text.state())).toBe('again');
  expect(text.state().incomingCut).toBe(incomingCut);
});

test('RTT-15 the next call begins with nothing removed', () => {
  const text = inCall();
  for (let index = 0; index < 30; index++) text.hear('漢'.repeat(8000));
  text.take({ type: 'callAccepted', callId, media: { ...textOnly } }, idle);
  expect(text.state()).toMatchObject({ conversation: [], incomingCut: 0 });
});

test('D41 text that waits four seconds for its delivery is late until an answer comes', () => {
  const text = inCall();
  expect(text.type('one')).toContainEqual({ do: 'startTimer', timer: 'textLate', delayMs: 4000 });
  expect(text.type('one two')).not.toContainEqual(expect.objectContaining({ timer: 'textLate' }));
  text.take({ type: 'timerFired', timer: 'textLate' });
  expect([text.state().isLate, unconfirmedText(text.state().outbox)]).toEqual([true, 'one two']);
  const answered = text.take({ type: 'textDelivered', callId, chunkId: 1 });
  expect(answered).toContainEqual({ do: 'startTimer', timer: 'textLate', delayMs: 4000 });
  expect([text.state().isLate, unconfirmedText(text.state().outbox)]).toEqual([false, ' two']);
  expect(text.take({ type: 'textDelivered', callId, chunkId: 2 })).toEqual([
    { do: 'stopTimer', timer: 'textLate' },
  ]);
  text.take({ type: 'timerFired', timer: 'textLate' });
  expect(text.state().isLate).toBe(false);
});

test('D41 text that an input method holds when the call has ended is kept as not arrived', () => {
  for (const [end, phase] of [
    [{ type: 'remoteHungUp', callId }, 'completed'],
    [{ type: 'hangUpRequested' }, 'ending'],
  ] as const) {
    const text = inCall();
    text.type('x');
    text.take({ type: 'textDelivered', callId, chunkId: 1 });
    text.end(end, phase);
    text.end({ type: 'textEdited', value: 'xねこ' }, phase);
    if (phase === 'ending') text.end({ type: 'callClosed', callId }, 'completed');
    expect(text.sent).toEqual(['x']);
    expect(text.state().outbox.target).toBe('xねこ');
    expect(doubtsInWords(text.state().outbox).map((doubt) => doubt.text)).toEqual(['ねこ']);
  }
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivedText, doubtsInWords } from '../conversation/doubts.ts';
import { applyToText } from '../conversation/text-log.ts';
import { decode, initialDecoder } from '../t140/t140-decoder.ts';
import type { OutboxEvent, OutboxState } from './outbox.ts';
import { hasUnsent, initialOutbox, stepOutbox } from './outbox.ts';
import type { OutboxTransport } from './pace.ts';

/** An outbox with its own clock that records what is sent and when. */
function createSender(transport: OutboxTransport) {
  let state: OutboxState = { ...initialOutbox, transport };
  let now = 10_000;
  let timerAt: number | undefined;
  const sent: { at: number; chunkId: number; characters: string }[] = [];
  function feed(event: OutboxEvent): void {
    const step = stepOutbox(state, event);
    state = step.state;
    for (const effect of step.effects) {
      if (effect.do === 'send')
        sent.push({ at: now, chunkId: effect.chunkId, characters: effect.characters });
      else timerAt = now + effect.delayMs;
    }
  }
  return {
    sent,
    chunks: () => sent.map(({ characters }) => characters),
    state: () => state,
    /**
     * The reported doubts: text that may not have arrived, and in brackets text that the peer may still see.
     */
    told: () => doubtsInWords(state).map(({ kind, text }) => (kind === 'text' ? text : `(${text})`)),
    edit: (text: string) => feed({ type: 'edited', text, now }),
    knock: () => feed({ type: 'knocked', now }),
    deliverAll: () => {
      for (const { chunkId } of sent) feed({ type: 'delivered', chunkId, now });
    },
    deliver: (chunkId = sent.at(-1)?.chunkId ?? 0) => feed({ type: 'delivered', chunkId, now }),
    fail: (chunkId = sent.at(-1)?.chunkId ?? 0, unsentFrom?: number) =>
      feed({ type: 'failed', chunkId, ...(unsentFrom === undefined ? {} : { unsentFrom }), now }),
    close: () => feed({ type: 'closing', now }),
    callEnded: () => feed({ type: 'callEnded', now }),
    changeTransport: (
      next: OutboxTransport,
      more: { readonly unsentFrom?: number; readonly isSafe?: boolean } = {},
    ) => feed({ type: 'transportChanged', transport: next, ...more, now }),
    /** Sets the clock back; a timer that runs still fires after its delay. */
    setBack(ms: number) {
      now -= ms;
      if (timerAt !== undefined) timerAt -= ms;
    },
    advance(ms: number) {
      const until = now + ms;
      while (timerAt !== undefined && timerAt <= until) {
        now = timerAt;
        timerAt = undefined;
        feed({ type: 'timerFired', now });
      }
      now = until;
    },
    /** The reader's text after everything sent has arrived. */
    readerText() {
      let decoder = initialDecoder;
      let text = '';
      for (const { characters } of sent) {
        const step = decode(decoder, characters);
        decoder = step.state;
        text = applyToText(text, step.elements);
      }
      return text;
    },
  };
}

test('RTT-07 D11 the first letter after a pause is sent immediately, the next letters together 250 ms later', () => {
  const sender = createSender({ name: 'dataChannel' });
  sender.edit('h');
  sender.edit('he');
  sender.edit('hel');
  expect(sender.chunks()).toEqual(['h']);
  sender.advance(249);
  expect(sender.sent).toHaveLength(1);
  sender.advance(1);
  expect(sender.chunks()).toEqual(['h', 'el']);
});

test.each([undefined, 30])('D11 a clock that is set back delays no text (cps %s)', (cps) => {
  const sender = createSender({ name: 'dataChannel', ...(cps === undefined ? {} : { cps }) });
  sender.edit('x'.repeat(300));
  sender.setBack(3_600_000);
  sender.advance(250);
  expect(sender.chunks().map(({ length }) => length)).toEqual([250, 50]);
  sender.edit(`${'x'.repeat(300)}y`);
  sender.advance(250);
  expect(sender.chunks()).toHaveLength(3);
});

test('RTT-09 1000 characters are sent in four chunks of 250, 250 ms apart', () => {
  const sender = createSender({ name: 'dataChannel' });
  sender.edit('x'.repeat(1000));
  sender.advance(2000);
  expect(sender.chunks().map(({ length }) => length)).toEqual([250, 250, 250, 250]);
  expect(sender.sent.map(({ at }) => at - 10_000)).toEqual([0, 250, 500, 750]);
});

test.each([
  ['a flag', '🇸🇪'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a skin tone', '👋🏽'],
  ['a letter with two accents', 'o\u0308\u0301'],
  ['an Arabic letter with its vowel signs', 'بَّ'],
  ['a Thai consonant with vowel and tone', 'ที่'],
  ['a Devanagari cluster', 'क्षि'],
  ['Hangul by its parts', '\u1112\u1161\u11AB'],
])('T10 RTT-09 %s is never split by the chunk border of 250, at any position', (_name, grapheme) => {
  for (let offset = 250 - grapheme.length; offset <= 250; offset++) {
    const sender = createSender({ name: 'dataChannel' });
    const text = `${'x'.repeat(offset)}${grapheme.repeat(3)}`;
    sender.edit(text);
    sender.advance(2000);
    const [first = '', ...rest] = sender.chunks();
    expect(first.length).toBeLessThanOrEqual(250);
    expect((first.length - offset) % grapheme.length).toBe(0);
    expect([first, ...rest].join('')).toBe(text);
    expect(sender.readerText()).toBe(text);
  }
});

test('T16 a letter typed and erased before it is sent is never sent', () => {
  const sender = createSender({ name: 'dataChannel' });
  sender.edit('a');
  sender.edit('ab');
  sender.edit('a');
  sender.advance(1000);
  expect(sender.chunks()).toEqual(['a']);
});

test('T23 D11 with MESSAGE one chunk is awaited at a time, in order', () => {
  const sender = createSender({ name: 'message' });
  sender.edit('a');
  sender.edit('ab');
  sender.advance(5000);
  expect(sender.chunks()).toEqual(['a']);
  sender.edit('abc');
  sender.deliver();
  expect(sender.chunks()).toEqual(['a', 'bc']);
});

test('T22 D41 a failed chunk is in doubt and is not sent again, and a mark for the reader precedes the rest', () => {
  const sender = createSender({ name: 'message' });
  sender.edit('lost\nwords');
  sender.edit('lost\nwords here');
  sender.advance(300);
  sender.fail();
  expect(sender.chunks()).toEqual(['lost\u2028words', '\uFFFD here']);
  expect(sender.told()).toEqual(['lost\nwords']);
  sender.deliver();
  sender.fail(1);
  expect(sender.told()).toEqual(['lost\nwords']);
  expect(arrivedText(sender.state())).toBe(' here');
});

test('T22 D41 the mark is sent immediately, and if it fails alone it waits for the next text', () => {
  const sender = createSender({ name: 'message' });
  sender.edit('a');
  sender.advance(300);
  sender.fail();
  expect(sender.chunks()).toEqual(['a', '\uFFFD']);
  sender.fail();
  sender.advance(5000);
  expect(sender.chunks()).toEqual(['a', '\uFFFD']);
  sender.edit('ab');
  expect(sender.chunks()).toEqual(['a', '\uFFFD', '\uFFFDb']);
  sender.deliver();
  sender.edit('abc');
  sender.advance(300);
  expect(sender.chunks().at(-1)).toBe('c');
  expect(sender.told()).toEqual(['a']);
});

test('T22 D41 a correction after a gap erases no text that arrived before it', () => {
  const sender = createSender({ name: 'message' });
  sender.edit('abc');
  sender.deliver();
  sender.edit('abc def');
  sender.advance(300);
  sender.fail();
  sender.edit('abc def ghi');
  sender.advance(300);
  sender.deliver();
  sender.edit('abc def x');
  sender.advance(300);
  sender.deliver();
  expect(sender.chunks()).toEqual(['abc', ' def', '\uFFFD ghi', '\b\b\bx']);
  expect([sender.told(), arrivedText(sender.state())]).toEqual([[' def'], 'abc x']);
});

test('D41 a failed erasure is reported, and so is text that was erased while it was in doubt', () => {
  const sender = createSender({ name: 'message' });
  sender.edit('12 Main St');
  sender.deliver();
  sender.edit('12 Main');
  sender.advance(300);
  sender.edit('12');
  sender.fail();
  // " Main" has arrived and was not erased at the reader: the number of backspaces for that is unknown.
  expect(sender.state().target).toBe('12 Main');
  expect(sender.told()).toEqual(['( St)']);
  sender.deliver();
  sender.edit('12 Main wrong');
  sender.advance(300);
  sender.edit('12 Main');
  sender.fail();
  expect(sender.state().target).toBe('12 Main');
  expect(sender.told()).toEqual(['( St)', '( wrong)']);
});

test('D41 on the data channel one loss puts every later chunk in doubt, but not chunks that were never sent', () => {
  const sender = createSender({ name: 'dataChannel' });
  for (const text of ['a', 'ab', 'abc', 'abcd', 'abcde']) {
    sender.edit(text);
    sender.advance(250);
  }
  sender.deliver(1);
  sender.fail(2, 4);
  sender.advance(300);
  expect(sender.chunks().slice(5)).toEqual(['\uFFFDde']);
  sender.changeTransport({ name: 'message' }, { unsentFrom: 6 });
  sender.advance(300);
  expect(sender.told()).toEqual(['bc']);
  expect(sender.chunks().slice(6)).toEqual(['\uFFFDde']);
});

test('T22 D41 a chunk without an answer when the transport changes is in doubt, unless it was never sent', () => {
  const sender = createSender({ name: 'dataChannel' });
  sender.edit('a');
  sender.knock();
  sender.advance(250);
  sender.changeTransport({ name: 'message' }, { unsentFrom: 1, isSafe: true });
  sender.advance(250);
  expect(sender.chunks()).toEqual(['a', '\u0007', '\u0007a']);
  sender.changeTransport({ name: 'none' });
  expect(sender.told()).toEqual(['a']);
});

test('A6 a slow reader is sent no empty chunk and no split grapheme', () => {
  const sender = createSender({ name: 'dataChannel', cps: 1 });
  sender.edit('abcdefghi👋🏽👨‍👩‍👧‍👦');
  sender.advance(60_000);
  expect(sender.chunks().every((characters) => characters !== '')).toBe(true);
  expect(sender.chunks().join('')).toBe('abcdefghi👋🏽👨‍👩‍👧‍👦');
  for (const characters of sender.chunks())
    expect(characters).not.toMatch(/^\p{M}|^\u200D|\u200D$|^[🏻-🏿]/u);
});

test('T17 T18 unsent text waits for a transport, and sent text is not sent twice', () => {
  const sender = createSender({ name: 'dataChannel' });
  sender.edit('sent');
  sender.deliver();
  sender.changeTransport({ name: 'none' });
  sender.edit('sent, waiting');
  sender.advance(1000);
  expect(sender.chunks()).toEqual(['sent']);
  expect(hasUnsent(sender.state())).toBe(true);
  sender.changeTransport({ name: 'message' });
  expect(sender.chunks()).toEqual(['sent', '\uFFFD, waiting']);
  expect(hasUnsent(sender.state())).toBe(false);
});

test('A6 a negotiated cps is respected over any ten seconds', () => {
  const sender = createSender({ name: 'dataChannel', cps: 30 });
  sender.edit('x'.repeat(1000));
  sender.advance(9_999);
  expect(sender.chunks().join('')).toHaveLength(300);
  sender.advance(30_000);
  expect(sender.chunks().join('')).toHaveLength(1000);
  for (const { at } of sender.sent) {
    const window = sender.sent.filter((other) => other.at >= at && other.at < at + 10_000);
    expect(window.reduce((sum, { characters }) => sum + characters.length, 0)).toBeLessThanOrEqual(300);
  }
});

test('A6 D11 the rate that this product offers does not slow down another instance of it', () => {
  const sender = createSender({ name: 'dataChannel', cps: 1000 });
  for (let length = 1000; length <= 20_000; length += 1000) sender.edit('x'.repeat(length));
  sender.advance(20_000);
  expect(sender.chunks()).toEqual(Array.from({ length: 80 }, () => 'x'.repeat(250)));
  expect((sender.sent.at(-1)?.at ?? 0) - 10_000).toBe(79 * 250);
});

test('A-050 a knock is sent as BEL, before text that waits', () => {
  const sender = createSender({ name: 'dataChannel' });
  sender.edit('a');
  sender.edit('ab');
  sender.knock();
  sender.advance(250);
  expect(sender.chunks()).toEqual(['a', '\u0007b']);
});

const grapheme = fc.constantFrom(
  'a',
  'b',
  '\n',
  'e\u0301',
  '👨‍👩‍👧‍👦',
  '🇸🇪',
  'م',
  'x'.repeat(120),
  `a${'\u0301'.repeat(300)}`,
);
const act = fc.oneof(
  fc.record({ act: fc.constant('edit' as const), parts: fc.array(grapheme, { maxLength: 12 }) }),
  fc.record({ act: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 600 }) }),
  fc.record({ act: fc.constant('deliver' as const) }),
  fc.record({
    act: fc.constant('transport' as const),
    name: fc.constantFrom('dataChannel' as const, 'message' as const, 'none' as const),
  }),
);

test('D10 D11 with any input no text is lost, no chunk is too long or too early, and no surrogate pair is split', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('dataChannel' as const, 'message' as const),
      fc.array(act, { maxLength: 30 }),
      (name, acts) => {
        const sender = createSender({ name });
        let target = '';
        for (const step of acts) {
          if (step.act === 'edit') sender.edit((target = step.parts.join('')));
          else if (step.act === 'wait') sender.advance(step.ms);
          else if (step.act === 'deliver') sender.deliver();
          else {
            sender.deliverAll();
            sender.changeTransport({ name: step.name }, { isSafe: true });
          }
        }
        sender.deliverAll();
        sender.changeTransport({ name: 'dataChannel' }, { isSafe: true });
        sender.advance(60_000);
        expect(sender.readerText()).toBe(target);
        for (const [index, { at, characters }] of sender.sent.entries()) {
          expect(characters.length).toBeLessThanOrEqual(250);
          expect(characters).not.toMatch(/\p{Surrogate}/u);
          expect(at - (sender.sent[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(250);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test.each(['dataChannel', 'message'] as const)(
  'D10 text typed just before the end of the call is sent regardless of the pace (%s)',
  (name) => {
    const sender = createSender({ name });
    const text = 'x'.repeat(600);
    sender.edit('h');
    sender.edit(`hello ${text}`);
    sender.knock();
    sender.close();
    expect(sender.readerText()).toBe(`hello ${text}`);
    expect(Math.max(...sender.chunks().map(({ length }) => length))).toBeLessThanOrEqual(250);
    expect(hasUnsent(sender.state())).toBe(false);
  },
);

test('D10 without a transport nothing is sent at the end', () => {
  const sender = createSender({ name: 'none' });
  sender.edit('hello');
  sender.close();
  expect(sender.sent).toEqual([]);
});

test.each(['message', 'dataChannel'] as const)(
  'D10 T22 D41 when the call is cut off over %s, text not confirmed or not sent is in doubt, and nothing more is sent',
  (name) => {
    const sender = createSender({ name });
    sender.edit('hello ');
    sender.edit('hello I am at 12 Main St');
    sender.callEnded();
    sender.advance(5000);
    expect(sender.chunks()).toEqual(['hello ']);
    const { target, awaited } = sender.state();
    expect([target, sender.told(), awaited]).toEqual([
      'hello I am at 12 Main St',
      ['hello I am at 12 Main St'],
      [],
    ]);
    expect(arrivedText(sender.state())).toBe('');
  },
);

test('D10 text delivered before the call was cut off is not reported as lost, and a finished text reports nothing', () => {
  const sender = createSender({ name: 'message' });
  sender.edit('hello');
  sender.deliver();
  sender.callEnded();
  expect([sender.state().target, sender.told()]).toEqual(['hello', []]);
});

test('D10 an erasure that was not sent is undone, so that the text equals that of the reader', () => {
  const sender = createSender({ name: 'message' });
  sender.edit('12 Main St');
  sender.deliver();
  sender.edit('12');
  sender.callEnded();
  expect([sender.state().target, sender.told()]).toEqual([sender.readerText(), []]);
});

test('D10 D41 text that could not be sent without a transport stays visible and is in doubt after closing', () => {
  const sender = createSender({ name: 'none' });
  sender.edit('bye');
  sender.close();
  sender.callEnded();
  expect([sender.state().target, sender.told(), arrivedText(sender.state())]).toEqual(['bye', ['bye'], '']);
});

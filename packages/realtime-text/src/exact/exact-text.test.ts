import { describe, expect, test } from 'vitest';
import { restoreExactText, snapshotOf } from './exact-snapshot.ts';
import type { ExactEffect, ExactEvent, ExactText } from './exact-text.ts';
import { initialExactText, isUnreported, stepExactText } from './exact-text.ts';
import { MOST_ASKS, MOST_KEPT } from './limits.ts';
import { countable, readFrame, writeFrame } from './text-frame.ts';

const frame = (position: number, characters: string, { kept = 0, have = 0, isAsking = false } = {}): string =>
  writeFrame({ position, kept, have, isAsking, characters });

/** One end; `take` returns the effects of the events. */
function createEnd(wire: 'dataChannel' | 'message' | 'none' = 'dataChannel', restored?: ExactText) {
  let state = restored ?? { ...initialExactText, wire };
  let now = 1000;
  return {
    state: () => state,
    wait: (ms: number) => void (now += ms),
    take: (...events: readonly ExactEvent[]): readonly ExactEffect[] =>
      events.flatMap((event) => {
        const step = stepExactText(state, event, now);
        state = step.state;
        return step.effects;
      }),
  };
}

const chunk = (chunkId: number, characters: string): ExactEvent => ({ type: 'chunk', chunkId, characters });
const received = (data: string): ExactEvent => ({ type: 'received', data });
const wireChanged = (wire: ExactText['wire']): ExactEvent => ({ type: 'wireChanged', wire });

const written = (effects: readonly ExactEffect[]) =>
  effects.flatMap((effect) => (effect.do === 'write' ? [readFrame(effect.data)] : []));
const shown = (effects: readonly ExactEffect[]): string =>
  effects.flatMap((effect) => (effect.do === 'receive' ? [effect.characters] : [])).join('');
const delivered = (effects: readonly ExactEffect[]): readonly number[] =>
  effects.flatMap((effect) => (effect.do === 'deliver' ? effect.chunkIds : []));

describe('a frame', () => {
  test('D82 says position, what is kept, what the writer has, and whether it asks, in a T.140 control string', () => {
    expect(frame(12, 'å😀', { kept: 3, have: 7 })).toBe('\u0098P12;3;7\u009Cå😀');
    const asking = frame(0, '', { isAsking: true });
    expect(asking).toBe('\u0098P0;0;0?\u009C');
    expect(readFrame(asking)?.isAsking).toBe(true);
  });

  test.each([
    ['no numbers', '\u0098P;;\u009Ca'],
    ['a negative position', '\u0098P-1;0;0\u009Ca'],
    ['a fraction', '\u0098P1.5;0;0\u009Ca'],
    ['a number with thirteen digits', '\u0098P1000000000000;0;0\u009Ca'],
    ['more kept than the position', '\u0098P1;2;0\u009Ca'],
    ['no end', '\u0098P1;0;0a'],
    ['text before it', 'a\u0098P1;0;0\u009Ca'],
    ['another control string', '\u0098Q1;0;0\u009Ca'],
    ['no text', ''],
  ])('D82 with %s is no frame', (_name, data) => {
    expect(readFrame(data)).toBeUndefined();
  });

  test('D82 T.140 §8.1 U+FEFF does not count, and half a surrogate pair counts as U+FFFD', () => {
    expect(countable('\uFEFFa\uD83Db')).toBe('a\uFFFDb');
  });
});

describe('what arrives', () => {
  test.each<[string, { have: number; data: string; shows: string; after: number }]>([
    ['the next text', { have: 3, data: frame(3, 'def'), shows: 'def', after: 6 }],
    ['text that this side has', { have: 3, data: frame(0, 'abc'), shows: '', after: 3 }],
    ['text of which this side has the start', { have: 3, data: frame(1, 'bcde'), shows: 'de', after: 5 }],
    ['a part behind an emoji', { have: 1, data: frame(0, '😀b'), shows: 'b', after: 2 }],
    ['an erasure that this side has', { have: 3, data: frame(2, '\b'), shows: '', after: 3 }],
    ['text behind a gap', { have: 3, data: frame(5, 'fgh', { kept: 2 }), shows: '', after: 3 }],
    [
      'text behind text that was given up',
      { have: 3, data: frame(5, 'fgh', { kept: 5 }), shows: '\uFFFDfgh', after: 8 },
    ],
    ['text that is not counted', { have: 3, data: 'hello', shows: 'hello', after: 3 }],
  ])('D82 %s', (_name, { have, data, shows, after }) => {
    const end = createEnd();
    end.take(received(frame(0, 'abc'.slice(0, have))));
    expect(shown(end.take(received(data)))).toBe(shows);
    expect(end.state().have).toBe(after);
  });

  test('D82 is reported at once, then at most every 300 ms, and not without text', () => {
    const end = createEnd();
    expect(written(end.take(received(frame(0, 'a'))))).toMatchObject([{ have: 1, characters: '' }]);
    expect(end.take(received(frame(1, 'b')), received(frame(2, 'c')))).toEqual([
      { do: 'receive', characters: 'b' },
      { do: 'startTimer', timer: 'report', delayMs: 300 },
      { do: 'receive', characters: 'c' },
    ]);
    end.wait(300);
    expect(written(end.take({ type: 'timerFired', timer: 'report' }))).toMatchObject([{ have: 3 }]);
    end.wait(300);
    expect(end.take(received(frame(3, '')))).toEqual([]);
  });

  test('D82 text that came twice is reported again, because the peer does not know that it arrived', () => {
    const end = createEnd();
    end.take(received(frame(0, 'a')));
    end.wait(300);
    expect(written(end.take(received(frame(0, 'a'))))).toMatchObject([{ have: 1 }]);
  });

  test('D82 text to the peer carries the report', () => {
    const end = createEnd();
    end.take(received(frame(0, 'a')), received(frame(1, 'b')));
    expect(written(end.take(chunk(1, 'x')))).toEqual([
      { position: 0, kept: 0, have: 2, isAsking: false, characters: 'x' },
    ]);
  });

  test('D82 before the call ends, the report does not wait', () => {
    const end = createEnd();
    end.take(received(frame(0, 'a')), received(frame(1, 'b')));
    expect(written(end.take({ type: 'hurried' }))).toMatchObject([{ have: 2 }]);
  });

  test('D82 text behind a gap is asked for, and read once it has come', () => {
    const [alice, bobby] = [createEnd(), createEnd()];
    const [first] = alice.take(chunk(1, 'ab'), chunk(2, 'cd')).slice(1);
    const data = first?.do === 'write' ? first.data : expect.fail('it was written');
    const [asking] = bobby.take(received(data));
    const asked = asking?.do === 'write' ? asking.data : expect.fail('it was written');
    expect(readFrame(asked)).toMatchObject({ have: 0, isAsking: true });
    const [again] = alice.take(received(asked));
    expect(again).toMatchObject({ do: 'write' });
    expect(shown(bobby.take(received(again?.do === 'write' ? again.data : '')))).toBe('abcd');
  });
});

describe('what is sent', () => {
  test('D82 D41 a chunk is delivered when the peer has reported all of it', () => {
    const end = createEnd();
    end.take(chunk(1, 'ab'), chunk(2, 'cd'));
    expect(delivered(end.take(received(frame(0, '', { have: 3 }))))).toEqual([1]);
    expect(isUnreported(end.state())).toBe(true);
    expect(delivered(end.take(received(frame(0, '', { have: 4 }))))).toEqual([2]);
    expect(isUnreported(end.state())).toBe(false);
  });

  test.each([
    ['more than was sent', 5],
    ['less than before', 1],
    ['the same again', 2],
  ])('D82 a report of %s changes nothing', (_name, have) => {
    const end = createEnd();
    end.take(chunk(1, 'ab'), chunk(2, 'cd'), received(frame(0, '', { have: 2 })));
    const before = end.state();
    expect(end.take(received(frame(0, '', { have })))).toEqual([]);
    expect(end.state().sender).toEqual(before.sender);
  });

  test('D82 on a new wire the text that was not reported is sent again, once, from inside a chunk if need be', () => {
    const end = createEnd();
    end.take(chunk(1, 'a😀b'), chunk(2, 'cd'), received(frame(0, '', { have: 2 })));
    expect(written(end.take(wireChanged('dataChannel')))).toEqual([
      { position: 2, kept: 2, have: 0, isAsking: false, characters: 'bcd' },
    ]);
    expect(end.take(received(frame(0, '', { have: 5 })))).toEqual([{ do: 'deliver', chunkIds: [1, 2] }]);
  });

  test('D82 a report that comes from the old wire spares what it covers', () => {
    const end = createEnd('none');
    end.take(chunk(1, 'ab'));
    end.take(wireChanged('dataChannel'));
    end.take(wireChanged('none'), received(frame(0, '', { have: 2 })));
    expect(written(end.take(wireChanged('message')))).toMatchObject([{ position: 2, characters: '' }]);
  });

  test('D82 a new wire begins with a report, also without text', () => {
    const end = createEnd();
    end.take(received(frame(0, 'abc')));
    expect(written(end.take(wireChanged('message')))).toMatchObject([{ have: 3, characters: '' }]);
  });

  test('D82 A-042 MESSAGE carries one frame at a time, and a 2xx reports its text', () => {
    const end = createEnd('message');
    const [first] = end.take(chunk(1, 'ab'), chunk(2, 'cd'), chunk(3, 'ef'));
    expect(first).toMatchObject({ do: 'write', frameId: 1 });
    const next = end.take({ type: 'answered', frameId: 1, isTaken: true });
    expect(delivered(next)).toEqual([1]);
    expect(written(next)).toMatchObject([{ position: 2, characters: 'cdef' }]);
    expect(delivered(end.take({ type: 'answered', frameId: 2, isTaken: true }))).toEqual([2, 3]);
  });

  test('D82 a MESSAGE that is lost is sent again after a while, with what was typed since', () => {
    const end = createEnd('message');
    end.take(chunk(1, 'ab'), chunk(2, 'cd'));
    expect(end.take({ type: 'answered', frameId: 1, isTaken: false })).toEqual([
      { do: 'startTimer', timer: 'retry', delayMs: 1000 },
    ]);
    expect(end.take(chunk(3, 'e'))).toEqual([]);
    const again = end.take({ type: 'timerFired', timer: 'retry' });
    expect(written(again)).toMatchObject([{ position: 0, characters: 'abcde' }]);
    expect(end.take({ type: 'answered', frameId: 2, isTaken: false })).toMatchObject([{ delayMs: 2000 }]);
  });

  test('D82 an answer to a MESSAGE of an earlier wire is not taken for one of this wire', () => {
    const end = createEnd('message');
    end.take(chunk(1, 'ab'), wireChanged('message'));
    expect(delivered(end.take({ type: 'answered', frameId: 1, isTaken: true }))).toEqual([]);
    expect(delivered(end.take({ type: 'answered', frameId: 2, isTaken: true }))).toEqual([1]);
  });

  test('D82 D41 a peer that reports nothing: text above the limit is in doubt, and the peer reads one mark', () => {
    const end = createEnd('none');
    end.take(chunk(1, 'a'.repeat(MOST_KEPT)));
    expect(end.take(chunk(2, 'b'))).toEqual([{ do: 'fail', chunkId: 2 }]);
    end.take(chunk(3, 'c'));
    const [sent] = end.take(wireChanged('dataChannel'));
    const data = sent?.do === 'write' ? sent.data : expect.fail('it was written');
    expect(readFrame(data)).toMatchObject({ position: MOST_KEPT + 1, kept: MOST_KEPT + 1, characters: 'c' });
    const reader = createEnd();
    expect(shown(reader.take(received(data)))).toBe('\uFFFDc');
    expect(delivered(end.take(received(frame(0, '', { have: MOST_KEPT + 2 }))))).toEqual([3]);
  });

  test('D82 a peer that asks again and again without a report gets the text a limited number of times', () => {
    const end = createEnd();
    end.take(chunk(1, 'ab'));
    const ask = received(frame(0, '', { isAsking: true }));
    const writes = Array.from({ length: 100 }, () => end.take(ask)).flatMap((effects) => written(effects));
    expect(writes).toHaveLength(MOST_ASKS);
  });

  test('D82 after the call nothing is written, but a report still counts', () => {
    const end = createEnd();
    end.take(chunk(1, 'ab'));
    expect(end.take({ type: 'closed' }, chunk(2, 'c'))).toEqual([]);
    expect(end.take(received(frame(0, '', { have: 2 })))).toEqual([{ do: 'deliver', chunkIds: [1] }]);
  });
});

describe('after a reload', () => {
  test('D82 the rest is sent again from a snapshot that was stored as JSON', () => {
    const end = createEnd();
    end.take(chunk(1, 'ab'), chunk(2, 'c😀'), received(frame(0, 'xyz', { have: 3 })));
    const stored: unknown = JSON.parse(JSON.stringify(snapshotOf(end.state())));
    const again = createEnd('none', restoreExactText(stored) ?? expect.fail('it is a snapshot'));
    expect(written(again.take(wireChanged('dataChannel')))).toEqual([
      { position: 3, kept: 3, have: 3, isAsking: false, characters: '😀' },
    ]);
    expect(delivered(again.take(received(frame(3, '', { have: 4 }))))).toEqual([2]);
  });

  const good = { chunks: [], end: 0, reported: 0, highest: 0, have: 0 };
  test.each([
    ['nothing', undefined],
    ['a text', 'hello'],
    ['null', null],
    ['a negative position', { ...good, have: -1 }],
    ['a fraction', { ...good, have: 0.5 }],
    ['a report above the text', { ...good, reported: 1 }],
    ['chunks that are none', { ...good, chunks: [null] }],
    [
      'a chunk of another length',
      { ...good, end: 3, chunks: [{ chunkId: 1, start: 0, end: 3, characters: 'a' }] },
    ],
    [
      'a gap between chunks',
      {
        ...good,
        end: 3,
        chunks: [
          { chunkId: 1, start: 0, end: 1, characters: 'a' },
          { chunkId: 2, start: 2, end: 3, characters: 'c' },
        ],
      },
    ],
  ])('D82 %s is no snapshot', (_name, value) => {
    expect(restoreExactText(value)).toBeUndefined();
    expect(restoreExactText(good)).toBeDefined();
  });
});

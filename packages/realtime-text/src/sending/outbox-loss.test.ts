import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivedText, doubtsInWords } from '../conversation/doubts.ts';
import { applyToText } from '../conversation/text-log.ts';
import { decode, initialDecoder } from '../t140/t140-decoder.ts';
import type { OutboxEvent, OutboxState } from './outbox.ts';
import { initialOutbox, stepOutbox } from './outbox.ts';
import type { OutboxTransport } from './pace.ts';

const GAP = '\uFFFD';

type OnWire = { readonly chunkId: number; readonly characters: string };

/**
 * A user who types letters that are all different, a reader, and a transport that loses chunks and reports
 * results like the real transports.
 */
function createScene(name: OutboxTransport['name']) {
  let state: OutboxState = { ...initialOutbox, transport: { name } };
  let now = 10_000;
  let timerAt: number | undefined;
  let nextLetter = 0x4e00;
  /** Chunks that were sent and have not arrived yet, in order. */
  let underWay: OnWire[] = [];
  /** Chunks that have arrived and are not answered yet. */
  let unanswered: number[] = [];
  /** Chunks that the transport accepted while it could not send. */
  let held: OnWire[] = [];
  let isDead = false;
  let reader = '';
  /** Number of times at which text may have been lost. */
  let gaps = 0;
  const wronglyErased: string[] = [];
  const sentFrom = new Map<number, string>();
  const earlier: string[] = [];

  function feed(event: OutboxEvent): void {
    const { sent } = state;
    const step = stepOutbox(state, event);
    state = step.state;
    let before = sent;
    for (const effect of step.effects) {
      if (effect.do === 'startTimer') timerAt = now + effect.delayMs;
      else {
        const { chunkId, characters } = effect;
        before = state.awaited.find((chunk) => chunk.chunkId === chunkId)?.before ?? before;
        sentFrom.set(chunkId, before);
        (isDead ? held : underWay).push({ chunkId, characters });
      }
    }
  }

  function read({ chunkId, characters }: OnWire): void {
    const after = applyToText(reader, decode(initialDecoder, characters).elements);
    for (const letter of reader) {
      const isErased = letter !== GAP && !after.includes(letter);
      if (isErased && !sentFrom.get(chunkId)?.includes(letter)) wronglyErased.push(letter);
    }
    reader = after;
  }

  function arrive(count: number): void {
    for (const chunk of underWay.splice(0, count)) {
      read(chunk);
      unanswered.push(chunk.chunkId);
    }
  }

  const answer = (count: number): void => {
    for (const chunkId of unanswered.splice(0, count)) feed({ type: 'delivered', chunkId, now });
  };

  /** Reports a loss: any sent and unanswered chunk may be lost; the chunks in `held` were never sent. */
  function lose(): void {
    const last = underWay.at(-1)?.chunkId ?? unanswered.at(-1);
    const unsentFrom = held[0]?.chunkId;
    [underWay, unanswered, held] = [[], [], []];
    if (last === undefined) return;
    gaps++;
    feed({ type: 'failed', chunkId: last, ...(unsentFrom === undefined ? {} : { unsentFrom }), now });
  }

  return {
    state: () => state,
    reader: () => reader,
    gaps: () => gaps,
    wronglyErased,
    /** Erases up to `erased` letters before `place` (counted from the end) and types `typed` new ones. */
    edit(place: number, erased: number, typed: number): void {
      const { settled, target } = state;
      earlier.push(target);
      const at = Math.max(settled.length, target.length - place);
      const from = Math.max(settled.length, at - erased);
      const letters = Array.from({ length: typed }, () => String.fromCodePoint(nextLetter++)).join('');
      feed({ type: 'edited', text: target.slice(0, from) + letters + target.slice(at), now });
    },
    /** Restores the text of the field before the last change, unless that would change text before a gap. */
    undo(): void {
      const text = earlier.findLast((each) => each !== state.target);
      if (text?.startsWith(state.settled) === true) feed({ type: 'edited', text, now });
    },
    advance(ms: number): void {
      const until = now + ms;
      while (timerAt !== undefined && timerAt <= until) {
        now = timerAt;
        timerAt = undefined;
        feed({ type: 'timerFired', now });
      }
      now = until;
    },
    arrive,
    answer,
    lose,
    die(): void {
      isDead = true;
    },
    /** Changes the transport: what has arrived stays, the rest is lost, and the reader adds a mark. */
    change(name: OutboxTransport['name']): void {
      lose();
      const unsentFrom = held[0]?.chunkId;
      held = [];
      isDead = false;
      gaps++;
      reader = applyToText(reader, [{ kind: 'missing' }]);
      feed({
        type: 'transportChanged',
        transport: { name },
        ...(unsentFrom === undefined ? {} : { unsentFrom }),
        now,
      });
    },
    /** This side ends the call: sent chunks may still arrive, and arrived chunks may be answered. */
    close(arriving: number, answered: number): void {
      feed({ type: 'closing', now });
      arrive(arriving);
      answer(answered);
      feed({ type: 'callEnded', now });
    },
    callEnded: () => feed({ type: 'callEnded', now }),
  };
}

const count = fc.integer({ min: 0, max: 4 });
const transportName = fc.constantFrom('dataChannel' as const, 'message' as const, 'none' as const);
const act = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('edit' as const), count, count, count) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('undo' as const)) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('advance' as const), fc.integer({ min: 1, max: 600 })) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('arrive' as const), count) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('answer' as const), count) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('lose' as const)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('die' as const)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('change' as const), transportName) },
);
const ending = fc.oneof(
  fc.tuple(fc.constant('close' as const), count, count),
  fc.tuple(fc.constant('callEnded' as const)),
);

const lettersOf = (text: string): readonly string[] => Array.from(text).filter((letter) => letter !== GAP);

/** Whether the letters of `part` occur in `whole` in the same order; other letters may be in between. */
function isIn(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of part) {
    at = whole.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

test('D41 T22 after any loss the sender is told about missing and surplus letters of the reader, and gaps are marked', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('dataChannel' as const, 'message' as const),
      fc.array(act, { maxLength: 40 }),
      ending,
      (name, acts, end) => {
        const scene = createScene(name);
        for (const [what, ...numbers] of acts)
          (scene[what] as (...values: readonly unknown[]) => void)(...numbers);
        if (end[0] === 'close') scene.close(end[1], end[2]);
        else scene.callEnded();

        const reader = scene.reader();
        const { target } = scene.state();
        const words = doubtsInWords(scene.state());
        const arrived = arrivedText(scene.state());
        // Every letter of the field that the reader lacks is in doubt; the reader has the others in the order
        // of the field.
        expect(isIn(arrived, reader)).toBe(true);
        // Every letter that the reader has and the field lacks is reported as a doubtful erasure.
        const seen = words.flatMap(({ kind, text }) => (kind === 'erasure' ? [text] : [])).join('');
        expect(lettersOf(reader).filter((letter) => !(target + seen).includes(letter))).toEqual([]);
        // A chunk erases only letters that the sender meant it to erase.
        expect(scene.wronglyErased).toEqual([]);
        expect(reader.split(GAP).length - 1).toBeLessThanOrEqual(scene.gaps());
        // If letters are lost and later ones have arrived, the reader sees a mark before the later ones.
        for (const { kind, text } of words) {
          const isLost = kind === 'text' && !isIn(text, reader);
          const behind = target.slice(target.indexOf(text) + text.length);
          const next = lettersOf(behind).find((letter) => reader.includes(letter));
          if (isLost && next !== undefined) expect(reader.slice(0, reader.indexOf(next))).toContain(GAP);
        }
      },
    ),
    { numRuns: 5000, seed: 41 },
  );
});

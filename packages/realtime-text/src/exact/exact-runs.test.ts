import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivedText, doubtsInWords } from '../conversation/doubts.ts';
import { applyToText } from '../conversation/text-log.ts';
import type { OutboxEvent, OutboxState } from '../sending/outbox.ts';
import { hasUnsent, initialOutbox, stepOutbox } from '../sending/outbox.ts';
import { decode, initialDecoder } from '../t140/t140-decoder.ts';
import { restoreExactText, snapshotOf } from './exact-snapshot.ts';
import type { ExactEvent, ExactText, ExactTimer, ExactWire } from './exact-text.ts';
import { initialExactText, stepExactText } from './exact-text.ts';

type Kind = Exclude<ExactWire, 'none'>;
type Frame = { readonly frameId: number; readonly data: string };
/** What one end writes to one wire, oldest first. */
type Link = { readonly kind: Kind; readonly frames: Frame[]; isDead: boolean };

/** Two users who type to each other, and the wires between them. */
function createCall(kind: Kind) {
  let now = 10_000;

  /** One end: the text field with its outbox, exact text, and what it reads from the other end. */
  function createEnd() {
    let exact: ExactText = { ...initialExactText, wire: kind };
    let outbox: OutboxState = { ...initialOutbox, transport: { name: kind } };
    let link: Link = { kind, frames: [], isDead: false };
    let decoder = initialDecoder;
    let reader = '';
    let paceAt: number | undefined;
    const timers = new Map<ExactTimer, number>();
    /** Frames of earlier wires that may still arrive. */
    let late: Frame[] = [];

    function edit(event: OutboxEvent): void {
      const step = stepOutbox(outbox, event);
      outbox = step.state;
      for (const effect of step.effects) {
        if (effect.do === 'startTimer') paceAt = now + effect.delayMs;
        else feed({ type: 'chunk', chunkId: effect.chunkId, characters: effect.characters });
      }
    }

    function feed(event: ExactEvent): void {
      const step = stepExactText(exact, event, now);
      exact = step.state;
      for (const effect of step.effects) {
        switch (effect.do) {
          case 'write':
            if (!link.isDead) link.frames.push(effect);
            break;
          case 'startTimer':
            timers.set(effect.timer, now + effect.delayMs);
            break;
          case 'receive': {
            const decoded = decode(decoder, effect.characters);
            decoder = decoded.state;
            reader = applyToText(reader, decoded.elements);
            break;
          }
          case 'deliver':
            for (const chunkId of effect.chunkIds) edit({ type: 'delivered', chunkId, now });
            break;
          case 'fail':
            edit({ type: 'failed', chunkId: effect.chunkId, now });
            break;
        }
      }
    }

    return {
      feed,
      outbox: () => outbox,
      reader: () => reader,
      link: () => link,
      type(place: number, erased: number, letters: string): void {
        const { target } = outbox;
        const at = Math.max(0, target.length - place);
        // An edit between the halves of a surrogate pair does not happen.
        const [start, end] = [target.slice(0, Math.max(0, at - erased)), target.slice(at)].map((part) =>
          part.replaceAll(/\p{Cs}/gu, ''),
        );
        edit({ type: 'edited', text: `${start}${letters}${end}`, now });
      },
      move(next: Kind): void {
        // What a dead wire still held may come later, or never.
        link = { kind: next, frames: [], isDead: false };
        feed({ type: 'wireChanged', wire: next });
        edit({ type: 'transportChanged', transport: { name: next }, isExact: true, now });
      },
      die(kept: number): void {
        link.isDead = true;
        late = [...late, ...link.frames.splice(0, kept)];
        link.frames.length = 0;
      },
      takeLate: () => late.splice(0),
      fireUntil(until: number): number | undefined {
        const [name, at] = [...timers].toSorted(([, one], [, two]) => one - two)[0] ?? [];
        const next = Math.min(at ?? Number.POSITIVE_INFINITY, paceAt ?? Number.POSITIVE_INFINITY);
        if (next > until) return undefined;
        now = Math.max(now, next);
        if (paceAt === next) {
          paceAt = undefined;
          edit({ type: 'timerFired', now });
        } else if (name !== undefined) {
          timers.delete(name);
          feed({ type: 'timerFired', timer: name });
        }
        return next;
      },
      reload(): void {
        const stored: unknown = JSON.parse(JSON.stringify(snapshotOf(exact)));
        exact = restoreExactText(stored) ?? expect.fail('it is a snapshot');
        timers.clear();
        link.isDead = true;
        link.frames.length = 0;
      },
      callEnded: () => edit({ type: 'callEnded', now }),
    };
  }

  const ends = [createEnd(), createEnd()] as const;
  const other = (end: (typeof ends)[number]) => (end === ends[0] ? ends[1] : ends[0]);

  /** Delivers the oldest frame that `end` has written; a MESSAGE gets its answer. */
  function carry(end: (typeof ends)[number], isAnswered = true): boolean {
    const { kind: on, frames } = end.link();
    const frame = frames.shift();
    if (frame === undefined) return false;
    other(end).feed({ type: 'received', data: frame.data });
    if (on === 'message') end.feed({ type: 'answered', frameId: frame.frameId, isTaken: isAnswered });
    return true;
  }

  function advance(ms: number): void {
    const until = now + ms;
    for (const end of ends) while (end.fireUntil(until) !== undefined);
    now = until;
  }

  const call = {
    ends,
    type: (who: 0 | 1, place: number, erased: number, letters: string): void =>
      ends[who].type(place, erased, letters),
    advance,
    carry(who: 0 | 1, count: number): void {
      for (let left = count; left > 0; left--) carry(ends[who]);
    },
    /** A MESSAGE arrives, but its answer is lost. */
    loseAnswer: (who: 0 | 1): void => void carry(ends[who], false),
    /** A MESSAGE is lost, or comes after its sender has given it up. */
    loseRequest(who: 0 | 1, isLate: boolean): void {
      const { kind: on, frames } = ends[who].link();
      const frame = on === 'message' ? frames.shift() : undefined;
      if (frame === undefined) return;
      ends[who].feed({ type: 'answered', frameId: frame.frameId, isTaken: false });
      if (isLate) other(ends[who]).feed({ type: 'received', data: frame.data });
    },
    /** A frame comes twice. */
    double(who: 0 | 1): void {
      const [frame] = ends[who].link().frames;
      if (frame !== undefined) other(ends[who]).feed({ type: 'received', data: frame.data });
    },
    /** A frame of a channel is lost although later ones come. */
    drop(who: 0 | 1): void {
      const { kind: on, frames } = ends[who].link();
      if (on === 'dataChannel' && frames.length > 1) frames.shift();
    },
    /** Both directions of the wire die; `kept` frames of each may come later. */
    cut(kept: number): void {
      for (const end of ends) end.die(kept);
    },
    late(who: 0 | 1): void {
      for (const { data } of ends[who].takeLate()) other(ends[who]).feed({ type: 'received', data });
    },
    move: (who: 0 | 1, next: Kind): void => ends[who].move(next),
    reload: (who: 0 | 1): void => ends[who].reload(),
    /** The wires work from now on, until nothing is to be sent any more; a dead one is replaced. */
    heal(next: Kind): void {
      for (const end of ends) if (end.link().isDead) end.move(next);
      const isUnderWay = (): boolean =>
        ends.some(
          (end) => end.link().frames.length > 0 || end.outbox().awaited.length > 0 || hasUnsent(end.outbox()),
        );
      for (let round = 0; round < 500 && isUnderWay(); round++) {
        for (const end of ends) while (carry(end));
        advance(1000);
      }
    },
  };
  return call;
}

const who = fc.constantFrom(0 as const, 1 as const);
const count = fc.integer({ min: 0, max: 4 });
const wire = fc.constantFrom('dataChannel' as const, 'message' as const);
const letters = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', ' '), maxLength: 5 }) },
  { weight: 2, arbitrary: fc.constantFrom('😀', 'e\u0301', '👨‍👩‍👧', '\n', '🇸🇪', 'क्षि', 'سلام') },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(600), '😀'.repeat(300)) },
);
const act = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('type' as const), who, count, count, letters) },
  { weight: 6, arbitrary: fc.tuple(fc.constant('advance' as const), fc.integer({ min: 1, max: 1500 })) },
  { weight: 6, arbitrary: fc.tuple(fc.constant('carry' as const), who, count) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('loseAnswer' as const), who) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('loseRequest' as const), who, fc.boolean()) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('double' as const), who) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('drop' as const), who) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('cut' as const), count) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('late' as const), who) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('move' as const), who, wire) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('reload' as const), who) },
);

type Call = ReturnType<typeof createCall>;
function play(call: Call, acts: readonly (readonly [keyof Call, ...unknown[]])[]): void {
  for (const [what, ...values] of acts) (call[what] as (...all: readonly unknown[]) => void)(...values);
}

test('D82 whatever happens on the wires, both ends read exactly what was typed, and nothing is in doubt', () => {
  fc.assert(
    fc.property(wire, fc.array(act, { maxLength: 60 }), wire, (first, acts, last) => {
      const call = createCall(first);
      play(call, acts);
      call.heal(last);
      const [alice, bobby] = call.ends;
      for (const [writer, reader] of [
        [alice, bobby],
        [bobby, alice],
      ] as const) {
        expect(reader.reader()).toBe(writer.outbox().target);
        expect(doubtsInWords(writer.outbox())).toEqual([]);
        expect(writer.outbox().settled).toBe('');
      }
    }),
    { numRuns: 3000, seed: 82 },
  );
});

/** Whether the letters of `part` occur in `whole` in the same order; other letters may be in between. */
function isIn(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of part) {
    at = whole.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

test('D82 D41 if the call ends before the wires work again, all text that the reader lacks is in doubt', () => {
  fc.assert(
    fc.property(wire, fc.array(act, { maxLength: 40 }), (first, acts) => {
      const call = createCall(first);
      play(call, acts);
      for (const end of call.ends) end.callEnded();
      const [alice, bobby] = call.ends;
      expect(isIn(arrivedText(alice.outbox()), bobby.reader())).toBe(true);
      expect(isIn(arrivedText(bobby.outbox()), alice.reader())).toBe(true);
      expect(bobby.reader() + alice.reader()).not.toContain('\uFFFD');
    }),
    { numRuns: 2000, seed: 83 },
  );
});

import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { MOST_WAITING_TEXT, TEXT_INTERVAL_MS, TEXT_SLICE } from '../limits.ts';
import type { Clock, SignallingEvent } from '../ports.ts';

type TextReceived = Extract<SignallingEvent, { readonly type: 'textReceived' }>;

/** Passes text of the peer on to the call. */
type TextIntake = {
  /** Whether no text waits, and the next text need not wait either. */
  readonly isIdle: boolean;
  take(characters: string): void;
  /** Removes and returns all waiting text; undefined if there is none. */
  drain(): TextReceived | undefined;
};

export type TextIntakes = {
  take(event: TextReceived): void;
  /** Removes and returns all waiting text of one of the wanted calls; undefined if there is none. */
  drain(isWanted: (callId: string) => boolean): TextReceived | undefined;
};

/** Passes the text of each call on by itself. */
export function createTextIntakes(clock: Clock, emit: (event: TextReceived) => void): TextIntakes {
  const intakes = new Map<string, TextIntake>();
  return {
    take({ callId, characters }) {
      const known = intakes.get(callId);
      if (known !== undefined) return known.take(characters);
      for (const [other, { isIdle }] of intakes) if (isIdle) intakes.delete(other);
      const made = createTextIntake(callId, clock, emit);
      intakes.set(callId, made);
      made.take(characters);
    },
    drain(isWanted) {
      for (const [callId, intake] of intakes) {
        const text = isWanted(callId) ? intake.drain() : undefined;
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

/**
 * Passes incoming text on in order, once per {@link TEXT_INTERVAL_MS} and at most {@link TEXT_SLICE} at a
 * time: each update redraws the page, and no peer may block the page with a flood. Text after a pause is
 * passed on immediately. Text that would make more than {@link MOST_WAITING_TEXT} wait is replaced by one
 * U+FFFD; typing and pasting never reach that limit.
 */
function createTextIntake(callId: string, clock: Clock, emit: (event: TextReceived) => void): TextIntake {
  let waiting = '';
  let passedOnAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | undefined;

  function takeWaiting(length: number): TextReceived {
    const characters = waiting.slice(0, length);
    waiting = waiting.slice(length);
    return { type: 'textReceived', callId, characters };
  }

  function passOnNext(): void {
    cancelTimer = undefined;
    passedOnAt = clock.now();
    emit(takeWaiting(TEXT_SLICE));
    schedule();
  }

  function schedule(): void {
    if (waiting === '' || cancelTimer !== undefined) return;
    const waitMs = Math.min(TEXT_INTERVAL_MS, passedOnAt + TEXT_INTERVAL_MS - clock.now());
    if (waitMs <= 0) passOnNext();
    else cancelTimer = clock.setTimer(waitMs, passOnNext);
  }

  return {
    get isIdle() {
      return waiting === '' && clock.now() >= passedOnAt + TEXT_INTERVAL_MS;
    },
    take(characters) {
      if (waiting.length + characters.length <= MOST_WAITING_TEXT) waiting += characters;
      else if (!waiting.endsWith(MISSING_TEXT_MARK)) waiting += MISSING_TEXT_MARK;
      schedule();
    },
    drain() {
      cancelTimer?.();
      cancelTimer = undefined;
      return waiting === '' ? undefined : takeWaiting(waiting.length);
    },
  };
}

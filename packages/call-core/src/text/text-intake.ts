import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { MOST_WAITING_TEXT, TEXT_INTERVAL_MS, TEXT_SLICE } from '../limits.ts';
import type { Clock, SignallingEvent } from '../ports.ts';

type TextReceived = Extract<SignallingEvent, { readonly type: 'textReceived' }>;

/** Text of the other end on its way into the call. */
export type TextIntake = {
  take(event: TextReceived): void;
  /** Gives back everything that waits; undefined when nothing does. */
  drain(): TextReceived | undefined;
};

/**
 * Hands incoming text on once in {@link TEXT_INTERVAL_MS}, no more than {@link TEXT_SLICE} at a time, in its order: each
 * time the page is drawn anew, and no peer may keep it from anything else. The first text after a pause goes on at
 * once. Only of a flood that no person and no paste makes is the end lost, and one U+FFFD stands in its place.
 */
export function createTextIntake(clock: Clock, emit: (event: TextReceived) => void): TextIntake {
  let callId = '';
  let waiting = '';
  let handedOnAt = Number.NEGATIVE_INFINITY;
  let forgetTimer: (() => void) | undefined;

  function withdraw(length: number): TextReceived {
    const characters = waiting.slice(0, length);
    waiting = waiting.slice(length);
    return { type: 'textReceived', callId, characters };
  }

  function handOnNext(): void {
    forgetTimer = undefined;
    handedOnAt = clock.now();
    emit(withdraw(TEXT_SLICE));
    plan();
  }

  function plan(): void {
    if (waiting === '' || forgetTimer !== undefined) return;
    const waitMs = Math.min(TEXT_INTERVAL_MS, handedOnAt + TEXT_INTERVAL_MS - clock.now());
    if (waitMs <= 0) handOnNext();
    else forgetTimer = clock.setTimer(waitMs, handOnNext);
  }

  return {
    take(event) {
      // What waits of a call that is over is of no use.
      if (event.callId !== callId) waiting = '';
      callId = event.callId;
      if (waiting.length + event.characters.length <= MOST_WAITING_TEXT) waiting += event.characters;
      else if (!waiting.endsWith(MISSING_TEXT_MARK)) waiting += MISSING_TEXT_MARK;
      plan();
    },
    drain() {
      forgetTimer?.();
      forgetTimer = undefined;
      return waiting === '' ? undefined : withdraw(waiting.length);
    },
  };
}

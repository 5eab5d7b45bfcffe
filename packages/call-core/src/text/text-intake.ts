import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { MOST_WAITING_TEXT, TEXT_INTERVAL_MS, TEXT_SLICE } from '../limits.ts';
import type { Clock, SignallingEvent } from '../ports.ts';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { ClientState } from '../state/client-state.ts';

type TextReceived = Extract<SignallingEvent, { readonly type: 'textReceived' }>;

/** Passes text of the peer on to the call. */
export type TextIntake = {
  take(event: TextReceived): void;
  /**
   * Removes and returns all waiting text that is to be read before `event`, because that ends the call, changes the
   * text transport, or leaves the call to the next page; undefined if there is none.
   */
  drain(event: ClientEvent, before: ClientState, after: ClientState): TextReceived | undefined;
};

/** Whether text that has already arrived must be processed before `event`. */
const endsText = (event: ClientEvent, before: ClientState, after: ClientState): boolean =>
  event.type === 'textTransportChanged' ||
  event.type === 'callTakenUp' ||
  event.type === 'pageHidden' ||
  (before.call.phase === 'accepted' && after.call.phase !== 'accepted');

/**
 * Passes incoming text on in order, once per {@link TEXT_INTERVAL_MS} and at most {@link TEXT_SLICE} at a
 * time: each update redraws the page, and no peer may block the page with a flood. Text after a pause is
 * passed on immediately. Text that would make more than {@link MOST_WAITING_TEXT} wait is replaced by one
 * U+FFFD; typing and pasting never reach that limit.
 */
export function createTextIntake(clock: Clock, emit: (event: TextReceived) => void): TextIntake {
  let callId = '';
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
    take(event) {
      // Text of two calls can come in turn, when one has just taken the place of the other.
      if (event.callId !== callId && waiting !== '') emit(takeWaiting(waiting.length));
      callId = event.callId;
      if (waiting.length + event.characters.length <= MOST_WAITING_TEXT) waiting += event.characters;
      else if (!waiting.endsWith(MISSING_TEXT_MARK)) waiting += MISSING_TEXT_MARK;
      schedule();
    },
    drain(event, before, after) {
      if (!endsText(event, before, after)) return undefined;
      cancelTimer?.();
      cancelTimer = undefined;
      return waiting === '' ? undefined : takeWaiting(waiting.length);
    },
  };
}

import type { Clock } from '@samtal/sip';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { chunksOf } from '../chunks.ts';

/** Decision D11: the first characters are sent immediately, then at most one chunk per interval. */
const CHUNK_INTERVAL_MS = 250;

export type PacedSender = {
  /** Returns false and drops the text when too much is waiting. */
  push(text: string): boolean;
  stop(): void;
};

/** Sends text in order, no faster than decision D11 and the peer's `cps` allow (RFC 8865 §4.2.2). */
export function createPacedSender(
  clock: Clock,
  cps: number | undefined,
  send: (chunk: string) => void,
): PacedSender {
  const length =
    cps === undefined ? AGENT_LIMITS.chunkLength : Math.min(AGENT_LIMITS.chunkLength, Math.max(2, cps));
  let waiting = '';
  let stopTimer: (() => void) | undefined;

  function sendNext(): void {
    stopTimer = undefined;
    const [chunk] = chunksOf(waiting, length);
    if (chunk === undefined) return;
    waiting = waiting.slice(chunk.length);
    const pauseMs = cps === undefined ? 0 : (chunk.length / cps) * 1000;
    stopTimer = clock.setTimer(Math.max(CHUNK_INTERVAL_MS, pauseMs), sendNext);
    send(chunk);
  }

  return {
    push(text) {
      if (waiting.length + text.length > AGENT_LIMITS.waitingTexts * AGENT_LIMITS.chunkLength) return false;
      waiting += text;
      if (stopTimer === undefined) sendNext();
      return true;
    },
    stop() {
      waiting = '';
      stopTimer?.();
    },
  };
}

import type { Clock } from '@samtal/call-core';

/**
 * In Chromium and Firefox the timers of a hidden page fire at most once in this time, so shorter delays need
 * a worker.
 */
const SLOWED_TO_MS = 1000;

const waiting = new Map<number, () => void>();
let worker: Worker | undefined;
let lastId = 0;

function askWorker(delayMs: number, run: () => void): () => void {
  if (worker === undefined) {
    worker = new Worker(new URL('./timer-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<number>) => waiting.get(data)?.());
  }
  const id = ++lastId;
  waiting.set(id, run);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name.
  worker.postMessage({ id, delayMs });
  return () => void waiting.delete(id);
}

/** The page's own clock and timers. */
export const browserClock: Clock = {
  now: () => Date.now(),
  setTimer(delayMs, run) {
    const forget: (() => void)[] = [];
    const cancel = (): void => {
      for (const each of forget) each();
    };
    const fire = (): void => {
      cancel();
      run();
    };
    const timer = setTimeout(fire, delayMs);
    forget.push(() => clearTimeout(timer));
    // A worker's timer runs beside this one, so that text typed just before the page was hidden is still sent
    // in time (T24). The timer that fires first cancels the other.
    if (delayMs > 0 && delayMs < SLOWED_TO_MS) forget.push(askWorker(delayMs, fire));
    return cancel;
  },
};

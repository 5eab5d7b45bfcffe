import { setTimeout as wait } from 'node:timers/promises';
import { LIST_LIMITS } from '../../../domain/limits/limits.ts';

/** Why a long answer is refused: too many answers for this key, or too many for all keys together. */
export type Refusal = 'tooManyOfKey' | 'tooMany';

type Limits = {
  readonly perKey: number;
  readonly inAll: number;
  readonly waitingPerKey: number;
  readonly waiting: number;
  readonly waitMs: number;
};

const LONG_ANSWERS: Limits = {
  perKey: LIST_LIMITS.answersPerAccount,
  inAll: LIST_LIMITS.answers,
  waitingPerKey: LIST_LIMITS.waitingPerAccount,
  waiting: LIST_LIMITS.waiting,
  waitMs: LIST_LIMITS.answerWaitMs,
};

type Waiter = { readonly key: string; readonly start: (release: () => void) => void };

/**
 * Limits the long answers that are written at a time, per key and in all. Further answers wait, first come,
 * first served.
 */
export function createAnswerQueue(limits: Limits = LONG_ANSWERS) {
  const running = new Map<string, number>();
  let runningInAll = 0;
  const waiting = new Set<Waiter>();

  const hasRoom = (key: string): boolean =>
    runningInAll < limits.inAll && (running.get(key) ?? 0) < limits.perKey;

  function take(key: string): () => void {
    running.set(key, (running.get(key) ?? 0) + 1);
    runningInAll += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
      runningInAll -= 1;
      goOn();
    };
  }

  function goOn(): void {
    for (const waiter of waiting) {
      if (!hasRoom(waiter.key)) continue;
      waiting.delete(waiter);
      waiter.start(take(waiter.key));
    }
  }

  return {
    /** Whether one more answer would have to wait, for every key. */
    isFull: (): boolean => runningInAll >= limits.inAll,
    /**
     * Waits until a long answer for `key` may be written.
     * @param isGone aborted when the client disconnects, which ends the wait
     * @returns a function to call when the answer is written, for the next one; or the reason for a refusal
     */
    async enter(key: string, isGone: AbortSignal): Promise<(() => void) | Refusal> {
      if (hasRoom(key)) return take(key);
      if (waiting.size >= limits.waiting) return 'tooMany';
      if ([...waiting].filter((waiter) => waiter.key === key).length >= limits.waitingPerKey)
        return 'tooManyOfKey';
      const started = new AbortController();
      return new Promise((resolve) => {
        const waiter: Waiter = {
          key,
          start(release) {
            started.abort();
            resolve(release);
          },
        };
        const giveUp = (): void => {
          if (waiting.delete(waiter))
            resolve((running.get(key) ?? 0) >= limits.perKey ? 'tooManyOfKey' : 'tooMany');
        };
        waiting.add(waiter);
        wait(limits.waitMs, undefined, { signal: AbortSignal.any([started.signal, isGone]) }).then(
          giveUp,
          giveUp,
        );
      });
    },
  };
}

export type AnswerQueue = ReturnType<typeof createAnswerQueue>;

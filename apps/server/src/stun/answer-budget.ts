import { hash, randomBytes } from 'node:crypto';
import { STUN_LIMITS } from '../domain/limits/limits.ts';
import { createRateLimit } from '../domain/limits/rate-limit.ts';
import { subnetOf } from '../network/subnet-of.ts';

export type AnswerBudget = {
  /** Takes one answer for this address; false when its budget or the total is used up. */
  take(address: string): boolean;
};

const { windowMs, answersPerSource, counterRows, countersPerRow } = STUN_LIMITS;

/**
 * Limits the answers per source and in total. Sources are counted in a count-min sketch: a table of fixed
 * size, so forged sources cannot displace real ones. The key of its hash changes with each window, so no
 * sender can choose sources that share all counters with another source, and a collision lasts one window.
 * @param now monotonic milliseconds
 */
export function createAnswerBudget(
  now: () => number,
  answersPerSecond: number = STUN_LIMITS.answersPerSecond,
): AnswerBudget {
  const counters = new Uint16Array(counterRows * countersPerRow);
  const takeFromAll = createRateLimit({ burst: answersPerSecond, perSecond: answersPerSecond }, now);
  let windowStart = now();
  let key = randomBytes(16).toString('hex');

  function cellsOf(source: string): readonly number[] {
    const digest = hash('sha256', `${key} ${source}`, 'buffer');
    return Array.from(
      { length: counterRows },
      (_, row) => row * countersPerRow + (digest.readUInt32BE(row * 4) % countersPerRow),
    );
  }

  return {
    take(address) {
      const time = now();
      if (time - windowStart >= windowMs) {
        counters.fill(0);
        key = randomBytes(16).toString('hex');
        windowStart = time;
      }
      const cells = cellsOf(subnetOf(address));
      // Other sources can make a counter too high, never too low, so the lowest one is the best estimate.
      const count = Math.min(...cells.map((cell) => counters[cell] ?? 0));
      if (count >= answersPerSource || !takeFromAll()) return false;
      for (const cell of cells) counters[cell] = Math.max(counters[cell] ?? 0, count + 1);
      return true;
    },
  };
}

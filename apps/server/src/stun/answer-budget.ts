import { subnetOf } from '../network/subnet-of.ts';

/**
 * How many answers one address gets, so that forged sources cannot make this server flood somebody
 * (RFC 8489 §16.1.5): a browser that gathers candidates asks a few times, an office behind one address some more.
 */
const WINDOW_MS = 1_000;
const ANSWERS_PER_WINDOW = 100;
/** Bounds memory when sources are forged at random; beyond it newcomers wait for the next window. */
const MAX_SOURCES = 10_000;

export type AnswerBudget = {
  /** True when this address may have one more answer now. */
  take(address: string): boolean;
};

export function createAnswerBudget(now: () => number): AnswerBudget {
  const taken = new Map<string, number>();
  let windowStart = now();
  return {
    take(address) {
      const time = now();
      if (time - windowStart >= WINDOW_MS) {
        taken.clear();
        windowStart = time;
      }
      const network = subnetOf(address);
      const count = taken.get(network) ?? 0;
      if (count >= ANSWERS_PER_WINDOW || (count === 0 && taken.size >= MAX_SOURCES)) return false;
      taken.set(network, count + 1);
      return true;
    },
  };
}

import { createSeededRandom } from '../../../../packages/test-kit/src/seeded-random.ts';

/** Random choices; the same seed gives the same choices. */
export type Random = {
  /** A whole number from 0 to `most` - 1. */
  below(most: number): number;
  between(least: number, most: number): number;
  /** True with this probability in percent. */
  chance(percent: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
};

export function createRandom(seed: number): Random {
  const next = createSeededRandom(seed);
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (percent) => below(100) < percent,
    pick: (from) => from[below(from.length)] ?? from[0],
  };
}

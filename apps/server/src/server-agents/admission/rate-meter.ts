/**
 * Creates a meter for a rate: `isOver` counts one event, and returns whether more than `most` were counted in
 * the current second. `now` is in milliseconds.
 */
export function createRateMeter(most: number): { isOver(now: number): boolean } {
  let second = 0;
  let count = 0;
  return {
    isOver(now) {
      const current = Math.floor(now / 1000);
      count = current === second ? count + 1 : 1;
      second = current;
      return count > most;
    },
  };
}

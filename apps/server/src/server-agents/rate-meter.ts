/**
 * `isOver` counts its calls in each second, and returns whether they exceed `most`; `now` is in milliseconds.
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

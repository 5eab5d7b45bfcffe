/** Counts what happens in each second; `count` says whether it is more than `most`. `now` in milliseconds. */
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

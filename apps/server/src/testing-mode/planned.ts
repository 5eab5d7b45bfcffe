/** Planned faults; each applies the requested number of times, or until `clear`. */
export type Planned<T> = {
  /** @param times how often the fault applies; undefined = every time */
  readonly add: (fault: T, times: number | undefined) => void;
  /** Returns the oldest fault that fits, and counts it as applied. */
  take(fits: (fault: T) => boolean): T | undefined;
  clear(): void;
};

export function createPlanned<T>(): Planned<T> {
  let faults: { readonly fault: T; left: number }[] = [];
  return {
    add: (fault, times = Number.POSITIVE_INFINITY) => void faults.push({ fault, left: times }),
    take(fits) {
      const found = faults.find(({ fault }) => fits(fault));
      if (found === undefined) return undefined;
      found.left -= 1;
      if (found.left === 0) faults = faults.filter((other) => other !== found);
      return found.fault;
    },
    clear() {
      faults = [];
    },
  };
}

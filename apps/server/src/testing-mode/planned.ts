/** Faults that wait for their occasion; each serves as often as it was asked for, or until it is cleared. */
export type Planned<T> = {
  /** @param times how often it serves; undefined = every time */
  readonly add: (fault: T, times: number | undefined) => void;
  /** The oldest that fits, counted as served. */
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

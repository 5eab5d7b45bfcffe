export type WorkLimit = {
  /** Tasks that run at a time. */
  readonly running: number;
  /** Tasks that wait for their turn; more are refused. */
  readonly waiting: number;
  /** Tasks of one key, running and waiting. */
  readonly perKey: number;
};

export type WorkResult<T> =
  | { readonly isDone: true; readonly value: T }
  /** `full`: which limit is reached: that of this `key`, or that of the whole `queue`. */
  | { readonly isDone: false; readonly full: 'key' | 'queue' };

export type WorkQueue = {
  /** Runs the task in its turn, or refuses it immediately. Errors of the task are rethrown. */
  run<T>(key: string, task: () => Promise<T>): Promise<WorkResult<T>>;
};

/** Limits how many expensive tasks run and wait; tasks start in the order in which they came. */
export function createWorkQueue({ running, waiting, perKey }: WorkLimit): WorkQueue {
  let free = running;
  const turns: (() => void)[] = [];
  const underWay = new Map<string, number>();

  function leave(key: string): void {
    const left = (underWay.get(key) ?? 1) - 1;
    if (left === 0) underWay.delete(key);
    else underWay.set(key, left);
    const next = turns.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async run(key, task) {
      const ofKey = underWay.get(key) ?? 0;
      if (ofKey >= perKey) return { isDone: false, full: 'key' };
      if (free === 0 && turns.length >= waiting) return { isDone: false, full: 'queue' };
      underWay.set(key, ofKey + 1);
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => turns.push(resolve));
      try {
        return { isDone: true, value: await task() };
      } finally {
        leave(key);
      }
    },
  };
}

export type WorkLimit = {
  /** Tasks that run at a time. */
  readonly running: number;
  /** Tasks that wait for their turn; more are refused. */
  readonly waiting: number;
  /** Places among the waiting ones that strangers cannot take; absent = none. */
  readonly reserved?: number;
  /** Tasks of one key, running and waiting. */
  readonly perKey: number;
};

export type WorkResult<T> =
  | { readonly isDone: true; readonly value: T }
  /** `full`: which limit is reached: that of this `key`, or that of the whole `queue`. */
  | { readonly isDone: false; readonly full: 'key' | 'queue' };

/** Who asks: a user who has proved something, with reserved places, or a stranger. */
export type Asker = 'known' | 'stranger';

export type WorkQueue = {
  /**
   * Runs the task in its turn, or refuses it. A task that waits is refused too when its key has most of a full queue
   * and one of a key without any comes. Errors of the task are rethrown.
   */
  run<T>(key: string, task: () => Promise<T>, asker?: Asker): Promise<WorkResult<T>>;
};

type Waiter = { readonly key: string; readonly asker: Asker; readonly end: (isTurn: boolean) => void };

/** The newest waiting stranger of the key that has most of them; undefined = no key has more than one. */
function newestOfLargest(waiters: readonly Waiter[]): Waiter | undefined {
  const counts = new Map<string, number>();
  for (const { key, asker } of waiters) if (asker === 'stranger') counts.set(key, (counts.get(key) ?? 0) + 1);
  const most = Math.max(...counts.values());
  if (most < 2) return undefined;
  return waiters.findLast(({ key, asker }) => asker === 'stranger' && counts.get(key) === most);
}

/** Limits how many expensive tasks run and wait; tasks start in the order in which they came. */
export function createWorkQueue({ running, waiting, reserved = 0, perKey }: WorkLimit): WorkQueue {
  let free = running;
  const waiters: Waiter[] = [];
  const underWay = new Map<string, number>();

  function forget(key: string): void {
    const left = (underWay.get(key) ?? 1) - 1;
    if (left === 0) underWay.delete(key);
    else underWay.set(key, left);
  }

  function hasRoom(key: string, asker: Asker): boolean {
    const strangers = waiters.filter((waiter) => waiter.asker === 'stranger').length;
    const isFull = waiters.length >= waiting || (asker === 'stranger' && strangers >= waiting - reserved);
    if (!isFull) return true;
    const victim = waiters.some((waiter) => waiter.key === key) ? undefined : newestOfLargest(waiters);
    if (victim === undefined) return false;
    waiters.splice(waiters.indexOf(victim), 1);
    victim.end(false);
    return true;
  }

  return {
    async run(key, task, asker = 'stranger') {
      const ofKey = underWay.get(key) ?? 0;
      if (ofKey >= perKey) return { isDone: false, full: 'key' };
      if (free === 0 && !hasRoom(key, asker)) return { isDone: false, full: 'queue' };
      underWay.set(key, (underWay.get(key) ?? 0) + 1);
      if (free > 0) free -= 1;
      else {
        const isTurn = await new Promise<boolean>((end) => waiters.push({ key, asker, end }));
        if (!isTurn) {
          forget(key);
          return { isDone: false, full: 'key' };
        }
      }
      try {
        return { isDone: true, value: await task() };
      } finally {
        forget(key);
        const next = waiters.shift();
        if (next === undefined) free += 1;
        else next.end(true);
      }
    },
  };
}

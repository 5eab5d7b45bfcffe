/** Collects what a test has started and must end, also when the test fails. */
export type Closing = {
  add(end: () => unknown): void;
  /** Ends everything, the newest first. */
  all(): Promise<void>;
};

export function createClosing(): Closing {
  const ends: (() => unknown)[] = [];
  return {
    add: (end) => void ends.push(end),
    async all() {
      const failures: unknown[] = [];
      for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
        try {
          await end();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures);
    },
  };
}

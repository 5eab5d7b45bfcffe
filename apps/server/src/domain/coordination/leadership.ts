/** Work that one server process at a time does. @returns a function that ends it */
export type Lead = () => Promise<() => Promise<void>>;

/** Chooses the server process that does what must be done once. */
export type Leadership = {
  /**
   * Begins the work when this process leads: now, or when the leader is gone. Fulfilled when the work has begun, or
   * another process leads. May be called once.
   */
  readonly lead: (work: Lead) => Promise<void>;
  /** Whether this process does the work. */
  readonly isLeading: () => boolean;
  /** Ends the work, and lets another process lead. */
  readonly resign: () => Promise<void>;
};

/** One process always leads. */
export function createOwnLeadership(): Leadership {
  let end: (() => Promise<void>) | undefined;
  return {
    async lead(work) {
      end = await work();
    },
    isLeading: () => end !== undefined,
    async resign() {
      await end?.();
      end = undefined;
    },
  };
}

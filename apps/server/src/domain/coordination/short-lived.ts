import { FifoMap } from 'toad-cache';
import type { SHORT_LIVED_LIMITS } from '../limits/limits.ts';

/** What is remembered for a short time; `SHORT_LIVED_LIMITS` has how long, and how much of it. */
export type ShortLivedKind = keyof typeof SHORT_LIVED_LIMITS;

export type ShortLivedLimits = Readonly<
  Record<ShortLivedKind, { readonly forMs: number; readonly most: number }>
>;

export type Remembered = {
  readonly value: string;
  /** When it was put there: milliseconds of a clock that all server processes share. */
  readonly since: number;
};

/** Values that all server processes remember for a short time: tickets, and values that can be used once. */
export type ShortLived = {
  /** Names this memory. Values that were given out under another name, before the memory was lost, are not valid any more. */
  readonly name: string;
  /** Remembers a value, in the place of an earlier one. */
  put(kind: ShortLivedKind, key: string, value?: string): Promise<void>;
  /** Remembers a key. @returns whether it was not remembered before: of two requests one is told so */
  add(kind: ShortLivedKind, key: string): Promise<boolean>;
  find(kind: ShortLivedKind, key: string): Promise<Remembered | undefined>;
  /** Finds a value and forgets it: of two requests one gets it. */
  take(kind: ShortLivedKind, key: string): Promise<Remembered | undefined>;
};

/**
 * Remembers in the memory of one process. Each change is one synchronous step.
 * @param elapsedMs monotonic milliseconds
 * @param name random, because a restart loses the memory
 */
export function createOwnShortLived(
  elapsedMs: () => number,
  limits: ShortLivedLimits,
  name: string,
): ShortLived {
  const kinds = new Map<ShortLivedKind, FifoMap<Remembered>>();
  function ofKind(kind: ShortLivedKind): FifoMap<Remembered> {
    const values = kinds.get(kind) ?? new FifoMap<Remembered>(limits[kind].most);
    kinds.set(kind, values);
    return values;
  }
  function find(kind: ShortLivedKind, key: string): Remembered | undefined {
    const found = ofKind(kind).get(key);
    return found !== undefined && elapsedMs() - found.since < limits[kind].forMs ? found : undefined;
  }
  function put(kind: ShortLivedKind, key: string, value: string): void {
    const values = ofKind(kind);
    values.delete(key);
    values.set(key, { value, since: elapsedMs() });
  }
  return {
    name,
    put: async (kind, key, value = '') => put(kind, key, value),
    async add(kind, key) {
      if (find(kind, key) !== undefined) return false;
      put(kind, key, '');
      return true;
    },
    find: async (kind, key) => find(kind, key),
    async take(kind, key) {
      const found = find(kind, key);
      ofKind(kind).delete(key);
      return found;
    },
  };
}

/** Of what is open at a time under `key` there may be `most`. */
export type Place = { readonly key: string; readonly most: number };

/**
 * Counts what is open at a time, under several keys each: in all, of one caller, for one callee. Takes a place under
 * every key or under none.
 * @returns gives the places back, once; undefined where one key is full
 */
export function createPlaces(): (wanted: readonly Place[]) => (() => void) | undefined {
  const taken = new Map<string, number>();
  const countOf = (key: string): number => taken.get(key) ?? 0;
  return (wanted) => {
    if (wanted.some(({ key, most }) => countOf(key) >= most)) return undefined;
    for (const { key } of wanted) taken.set(key, countOf(key) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      for (const { key } of wanted) {
        if (countOf(key) <= 1) taken.delete(key);
        else taken.set(key, countOf(key) - 1);
      }
    };
  };
}

/** One part in `share` of `total`, at least one unless there is none at all. */
export const partOf = (total: number, share: number): number =>
  Math.min(total, Math.max(1, Math.floor(total / share)));

/** A key under which calls are counted, and how many of them may be open at the same time. */
export type Place = { readonly key: string; readonly most: number };

/**
 * Counts open calls under several keys: in total, per caller, per callee.
 * @returns a function that takes a place under all given keys, or under none. It returns a function that
 * releases the places; undefined = a key is full.
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

/** `total` divided by `share`, at least 1 unless `total` is 0. */
export const partOf = (total: number, share: number): number =>
  Math.min(total, Math.max(1, Math.floor(total / share)));

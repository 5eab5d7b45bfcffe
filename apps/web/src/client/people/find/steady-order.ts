/**
 * `found` in the order in which it is already on the screen; what is new follows. Lists that arrive while the
 * user reaches for a row then move no row.
 */
export function inSteadyOrder<Item>(
  found: readonly Item[],
  shown: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const places = new Map(shown.map((item, place) => [keyOf(item), place]));
  const placeOf = (item: Item): number => places.get(keyOf(item)) ?? shown.length;
  return found.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/**
 * The item that a key moves the focus to in a menu of `labels` (APG menu pattern): arrows wrap around, a
 * letter goes to the next item that begins with it.
 * @returns undefined if the key moves nothing
 */
export function menuTarget(key: string, current: number, labels: readonly string[]): number | undefined {
  const { length } = labels;
  if (length === 0) return undefined;
  if (key === 'ArrowDown') return (current + 1) % length;
  if (key === 'ArrowUp') return (current + length - 1) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if (!/^\S$/u.test(key)) return undefined;
  const letter = key.toLocaleLowerCase();
  const places = labels.map((_, offset) => (current + 1 + offset) % length);
  return places.find((place) => labels[place]?.toLocaleLowerCase().startsWith(letter));
}

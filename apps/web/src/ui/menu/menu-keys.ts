/**
 * The entry to which a key moves the focus (ARIA APG, menu); undefined if the key is for something else.
 * @param labels the words of all entries
 * @param current the index of the focused entry
 */
export function entryAfterKey(key: string, labels: readonly string[], current: number): number | undefined {
  const count = labels.length;
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (current - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return key === ' ' || /^.{2,}$/u.test(key) ? undefined : nextBeginningWith(key, labels, current);
  }
}

/** The next entry, after the focused one and then from the top, that begins with a letter. */
function nextBeginningWith(letter: string, labels: readonly string[], current: number): number | undefined {
  const wanted = letter.toLocaleLowerCase();
  const order = labels.map((_label, index) => (current + 1 + index) % labels.length);
  return order.find((index) => labels[index]?.toLocaleLowerCase().startsWith(wanted));
}

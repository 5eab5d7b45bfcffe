/** The items whose names start with the same letter, sorted by name. */
export type LetterGroup<Item> = { readonly letter: string; readonly items: readonly Item[] };

/** The heading of the group of names that do not start with a letter; this group comes last. */
const noLetter = '#';

/**
 * Groups items by the first letter of their names and sorts them, both by the rules of `language`:
 * letters that it treats as equal, such as É and E in French, form one group; Å and A in Swedish form two.
 * @param language BCP 47
 */
export function letterGroups<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  language: string,
): readonly LetterGroup<Item>[] {
  const { compare } = new Intl.Collator(language);
  const base = new Intl.Collator(language, { sensitivity: 'base' });
  const letters = new Map<string, string>();
  /**
   * The heading for `character`: in upper case, without diacritics that the language ignores; `noLetter` if
   * it is not a letter.
   */
  const letterOf = (character: string): string => {
    const known = letters.get(character);
    if (known !== undefined) return known;
    const upper = character.toLocaleUpperCase(language);
    const bare = upper.normalize('NFD').charAt(0);
    const letter = !/^\p{L}/u.test(upper) ? noLetter : base.compare(upper, bare) === 0 ? bare : upper;
    letters.set(character, letter);
    return letter;
  };
  const groups = new Map<string, { readonly name: string; readonly item: Item }[]>();
  for (const item of items) {
    const name = nameOf(item).trim();
    const [first = ''] = name;
    const letter = letterOf(first);
    const group = groups.get(letter);
    if (group === undefined) groups.set(letter, [{ name, item }]);
    else group.push({ name, item });
  }
  return [...groups]
    .toSorted(([one], [other]) => (one === noLetter ? 1 : other === noLetter ? -1 : compare(one, other)))
    .map(([letter, members]) => ({
      letter,
      items: members.toSorted((one, other) => compare(one.name, other.name)).map(({ item }) => item),
    }));
}

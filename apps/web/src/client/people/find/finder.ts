import type { Findable } from './findable.ts';
import { foldName, hasNoSpaces, wordsOf } from './fold-name.ts';
import { hasDigits, numberDigits } from './number-digits.ts';

export type Found = {
  /** The best matches, at most as many as asked for. */
  readonly people: readonly Findable[];
  /** The number of all matches. */
  readonly total: number;
};

/** Finds people by the beginnings of words of their names, by addresses and by numbers. */
export type Finder = (typed: string, most: number) => Found;

type Entry = {
  readonly person: Findable;
  /** The folded words of the name, each after a space. */
  readonly name: string;
  /** The whole address and the words before its `@`, each after a space. */
  readonly address: string;
  /** The digits of a number; '' if the address is not a number. */
  readonly number: string;
  /** Each character of the name may begin a word. */
  readonly isUnspaced: boolean;
};

/** What a user types, prepared once for all entries. */
type Wanted = {
  readonly terms: readonly string[];
  /** The terms as they stand in an entry: each after a space. */
  readonly starts: readonly string[];
  readonly phrase: string;
  /** The text as the beginning of an address; undefined if it cannot be one. */
  readonly address: string | undefined;
  readonly digits: string | undefined;
};

/** How well an entry matches, best first. */
const ranks = ['nameBegins', 'wordsBegin', 'addressBegins', 'digits'] as const;
type Rank = (typeof ranks)[number];

const none: Found = { people: [], total: 0 };
const inOrder = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('');

function entryOf(person: Findable): Entry {
  const words = wordsOf(person.name);
  // Arabic names are also found without their article.
  const bare = words.flatMap((word) => (/^ال./u.test(word) ? [word.slice(2)] : []));
  const address = foldName(person.address).replace(/^sips?:/, '');
  const user = address.split('@', 1)[0] ?? '';
  return {
    person,
    name: inOrder([...words, ...bare]),
    address: inOrder([address, ...wordsOf(user)]),
    number: numberDigits(user) ?? '',
    isUnspaced: hasNoSpaces(person.name),
  };
}

/** Favourites and the people of the latest calls come first, because users call them most often. */
function weightOf({ isFavourite, isRecent, kind }: Findable): number {
  if (isFavourite) return 0;
  if (isRecent) return 1;
  return ['contact', 'service', 'recent', 'directory'].indexOf(kind) + 2;
}

const byWeightAndName = (one: Entry, other: Entry): number =>
  weightOf(one.person) - weightOf(other.person) ||
  (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);

/** What a user types for ä, ö, ü and å on a keyboard without them: ae, oe, ue, aa. */
const inTwoLetters = /([aou])[ea]/g;

/**
 * Builds the index of `people`, once for each change of the lists. A search then looks at each entry once and
 * sorts nothing: ten thousand people take a few milliseconds.
 * @param language BCP 47; names that are equal to the typed text in this language come before those that only
 * differ by accents
 */
export function createFinder(people: readonly Findable[], language: string): Finder {
  const entries = people.map(entryOf).toSorted(byWeightAndName);
  const base = new Intl.Collator(language, { sensitivity: 'base' });
  const graphemes = new Intl.Segmenter(language, { granularity: 'grapheme' });
  /** The first `count` characters of `text` as readers count them. */
  function beginningOf(text: string, count: number): string {
    let [beginning, taken] = ['', 0];
    for (const { segment } of graphemes.segment(text)) {
      if (taken === count) break;
      beginning += segment;
      taken += 1;
    }
    return beginning;
  }

  function rankOf({ name, address, number, isUnspaced }: Entry, wanted: Wanted): Rank | undefined {
    const { terms, starts, digits } = wanted;
    if (terms.length > 0) {
      if (name.startsWith(wanted.phrase)) return 'nameBegins';
      let isInName = true;
      let isInEither = true;
      for (const [index, start] of starts.entries()) {
        if (name.includes(start) || (isUnspaced && name.includes(terms[index] ?? start))) continue;
        isInName = false;
        if (!address.includes(start)) isInEither = false;
      }
      if (isInName) return 'wordsBegin';
      if (isInEither) return 'addressBegins';
    }
    if (wanted.address !== undefined && address.startsWith(wanted.address)) return 'addressBegins';
    return digits !== undefined && number !== '' && hasDigits(number, digits) ? 'digits' : undefined;
  }

  function search(typed: string, terms: readonly string[], most: number): Found {
    const folded = foldName(typed).replace(/^sips?:/, '');
    const wanted: Wanted = {
      terms,
      starts: terms.map((term) => ` ${term}`),
      phrase: inOrder(terms),
      address: folded.includes('@') ? ` ${folded}` : undefined,
      digits: numberDigits(typed),
    };
    const found: Record<Rank, Findable[]> = { nameBegins: [], wordsBegin: [], addressBegins: [], digits: [] };
    let total = 0;
    for (const entry of entries) {
      const rank = rankOf(entry, wanted);
      if (rank === undefined) continue;
      total += 1;
      if (found[rank].length < 2 * most) found[rank].push(entry.person);
    }
    const { length } = Array.from(graphemes.segment(typed));
    const asTyped = new Set(
      found.nameBegins.filter(({ name }) => base.compare(beginningOf(name, length), typed) === 0),
    );
    const best = [...asTyped, ...found.nameBegins.filter((one) => !asTyped.has(one))];
    return { people: [...best, ...ranks.slice(1).flatMap((rank) => found[rank])].slice(0, most), total };
  }

  return (typed, most) => {
    const wanted = typed.trim();
    if (wanted === '') return none;
    const terms = wordsOf(wanted);
    const found = search(wanted, terms, most);
    const plain = terms.map((term) => term.replaceAll(inTwoLetters, '$1'));
    return found.total > 0 || plain.join() === terms.join() ? found : search(wanted, plain, most);
  };
}

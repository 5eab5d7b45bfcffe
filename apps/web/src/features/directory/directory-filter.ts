import type { DirectoryEntry, DirectoryGroup } from '@samtal/api-contract';
import type { Directory } from '../../client/people/people.ts';

/** Filters of the directory; an entry must match all of them. */
export type DirectoryFilter = {
  readonly type?: string | undefined;
  readonly category?: string | undefined;
  /** '' = any name. */
  readonly words: string;
};

export type CountedGroup = { readonly id: string; readonly name: string; readonly count: number };

type Kind = 'type' | 'category';

const idOf = (entry: DirectoryEntry, kind: Kind): string | undefined => {
  const id = entry[kind]?.id;
  return id === undefined ? undefined : String(id);
};

/** Groups that have entries, with their number of entries (DIRECTORY-02). */
function countedGroups(
  groups: readonly DirectoryGroup[],
  entries: readonly DirectoryEntry[],
  kind: Kind,
): readonly CountedGroup[] {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const id = idOf(entry, kind);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return groups
    .map(({ id, name }) => ({ id: String(id), name, count: counts.get(String(id)) ?? 0 }))
    .filter(({ count }) => count > 0);
}

export const countedTypes = ({ types, entries }: Directory): readonly CountedGroup[] =>
  countedGroups(types, entries, 'type');

export const countedCategories = ({ categories, entries }: Directory): readonly CountedGroup[] =>
  countedGroups(categories, entries, 'category');

/** `text` in lower case and without accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export const isFiltered = ({ type, category, words }: DirectoryFilter): boolean =>
  type !== undefined || category !== undefined || words !== '';

export function filteredEntries(
  entries: readonly DirectoryEntry[],
  { type, category, words }: DirectoryFilter,
): readonly DirectoryEntry[] {
  const wanted = plain(words);
  return entries.filter(
    (entry) =>
      (type === undefined || idOf(entry, 'type') === type) &&
      (category === undefined || idOf(entry, 'category') === category) &&
      (wanted === '' || plain(entry.name).includes(wanted)),
  );
}

import type { DirectoryEntry } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import {
  countedCategories,
  countedTypes,
  type DirectoryFilter,
  filteredEntries,
} from './directory-filter.ts';

const entry = (id: number, name: string, type?: number, category?: string): DirectoryEntry => ({
  id,
  name,
  type: type === undefined ? null : { id: type },
  ...(category === undefined ? {} : { category: { id: category } }),
});
const entries = [
  entry(1, 'Café Élan', 1, 'a'),
  entry(2, 'Library', 1, 'b'),
  entry(3, 'Lilla kaféet', 2, 'a'),
  entry(4, 'Nobody’s'),
];
const directory = {
  entries,
  types: [
    { id: '1', name: 'One' },
    { id: 2, name: 'Two' },
    { id: 3, name: 'Empty' },
  ],
  categories: [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
    { id: 'c', name: 'Empty' },
  ],
};

test('DIRECTORY-02 only groups with entries are kept, with their number of entries', () => {
  expect(countedTypes(directory)).toEqual([
    { id: '1', name: 'One', count: 2 },
    { id: '2', name: 'Two', count: 1 },
  ]);
  expect(countedCategories(directory).map(({ name, count }) => [name, count])).toEqual([
    ['A', 2],
    ['B', 1],
  ]);
});

test.each<[DirectoryFilter, readonly number[]]>([
  [{ words: '' }, [1, 2, 3, 4]],
  [{ words: '', type: '1' }, [1, 2]],
  [{ words: '', category: 'a' }, [1, 3]],
  [{ words: '', type: '1', category: 'a' }, [1]],
  [{ words: 'CAFE' }, [1]],
  [{ words: 'kafé', type: '2' }, [3]],
  [{ words: 'elan', type: '2' }, []],
  [{ words: 'li' }, [2, 3]],
])('A-091 %j leaves %j', (filter, ids) => {
  expect(filteredEntries(entries, filter).map(({ id }) => id)).toEqual(ids);
});

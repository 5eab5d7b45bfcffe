import { expect, test } from 'vitest';
import { createListPlaces } from './list-places.ts';

const people = { list: 'people', scrollY: 700, top: 0, rows: [] };

test.each([
  ['the page of an entry', ['people'], 700],
  ['another area', ['history', 'people'], undefined],
  ['an unknown place', [undefined, 'people'], undefined],
] as const)(
  'coming back to a list from %s restores its place, or starts at its top',
  (_from, areas, scrollY) => {
    const places = createListPlaces();
    places.enter('people');
    places.keep(people);
    for (const area of areas) places.enter(area);
    expect(places.find('people')?.scrollY).toBe(scrollY);
  },
);

test('each list has its own place', () => {
  const places = createListPlaces();
  places.keep(people);
  expect(places.find('people with words')).toBeUndefined();
});

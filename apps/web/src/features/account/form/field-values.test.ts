import { expect, test } from 'vitest';
import { problemsOf, shownProblems, type Typing } from './field-values.ts';

type Name = 'name' | 'city';
const check = ({ name }: Readonly<Record<Name, string>>) => (name === '' ? { name: 'missing' } : {});
const typing: Typing<Name> = { values: { name: '', city: 'x' }, left: [], wasSent: false, refusals: {} };
const shown = (changes: Partial<Typing<Name>>) => {
  const now = { ...typing, ...changes };
  return shownProblems(now, problemsOf(now, ['name', 'city'], check));
};

test('an error shows after its field lost the focus, or after submitting', () => {
  expect(shown({})).toEqual({});
  expect(shown({ left: ['city'] })).toEqual({});
  expect(shown({ left: ['name'] })).toEqual({ name: 'missing' });
  expect(shown({ wasSent: true })).toEqual({ name: 'missing' });
});

test('a server error shows immediately, until the value changes', () => {
  const refusals = { city: { value: 'x', text: 'taken' } };
  expect(shown({ refusals })).toEqual({ city: 'taken' });
  expect(shown({ refusals, values: { name: 'a', city: 'y' } })).toEqual({});
  expect(problemsOf({ ...typing, refusals }, ['name'], check)).toEqual({ name: 'missing' });
});

import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../../testing/memory-store.ts';
import { readAloudChoice } from './read-aloud-choice.ts';

test('a screen reader announces whole lines by default, and a choice is remembered', () => {
  const memory = createMemoryStore();
  const choice = readAloudChoice(memory);
  expect(choice.get()).toBe('line');
  const heard: string[] = [];
  choice.subscribe(() => heard.push(choice.get()));
  readAloudChoice(memory).choose('word');
  expect(heard).toEqual(['word']);
  expect(memory.get('readAloud')).toBe('word');
});

test.each([
  ['off', 'off'],
  ['nonsense', 'line'],
])('the stored value %s gives %s', (remembered, mode) => {
  const memory = createMemoryStore();
  memory.set('readAloud', remembered);
  expect(readAloudChoice(memory).get()).toBe(mode);
});

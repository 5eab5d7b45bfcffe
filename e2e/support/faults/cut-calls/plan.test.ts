import { expect, test } from 'vitest';
import { CUTS } from './cuts.ts';
import { planCalls } from './plan.ts';

test('D41 a seed repeats its plan, call by call', () => {
  const plan = planCalls(7, 200, CUTS);
  expect(planCalls(7, 200, CUTS)).toEqual(plan);
  expect(planCalls(7, 20, CUTS)).toEqual(plan.slice(0, 20));
  expect(planCalls(8, 200, CUTS)).not.toEqual(plan);
});

test('D41 200 calls contain each kind of cut on each text transport that has it', () => {
  for (const seed of [1, 2, 3]) {
    const tried = new Set(planCalls(seed, 200, CUTS).map(({ cut, wire }) => `${cut.name} ${wire}`));
    for (const { name, needsChannel } of CUTS) {
      expect(tried).toContain(`${name} dataChannel`);
      expect(tried.has(`${name} message`)).toBe(needsChannel !== true);
    }
  }
});

test('D41 without an own network all calls use the other kinds of cut', () => {
  const rest = CUTS.filter(({ needsNetwork }) => needsNetwork !== true);
  const plan = planCalls(1, 200, rest);
  expect(plan).toHaveLength(200);
  expect(plan.filter(({ cut }) => !rest.includes(cut))).toEqual([]);
});

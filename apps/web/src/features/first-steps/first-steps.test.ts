import { isAllowedSetting } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { endStart, isStartOver, keepStep, neighboursOf, START_OVER, STEPS, stepOf } from './first-steps.ts';

test('D71 the start is offered until the account says that it is over, or this tab has just ended it', () => {
  const tab = createMemoryStore();
  expect(isStartOver({}, tab)).toBe(false);
  expect(isStartOver({ WEB_FIRST_STEPS: 'open' }, tab)).toBe(false);
  expect(isStartOver({ WEB_FIRST_STEPS: 'done' }, tab)).toBe(true);
  endStart(tab);
  expect(isStartOver({}, tab)).toBe(true);
  expect(isAllowedSetting(START_OVER.key, START_OVER.value)).toBe(true);
});

test('D71 the tab remembers the step, and unknown values begin at the first', () => {
  const tab = createMemoryStore();
  expect(stepOf(tab)).toBe('devices');
  for (const step of STEPS) {
    keepStep(tab, step);
    expect(stepOf(tab)).toBe(step);
  }
  expect(stepOf(createMemoryStore({ firstStep: '__proto__' }))).toBe('devices');
});

test.each([
  ['devices', undefined, 'text'],
  ['text', 'devices', 'call'],
  ['call', 'text', undefined],
] as const)('D71 beside the step %s are %s and %s', (step, before, after) => {
  expect(neighboursOf(step)).toEqual({ before, after });
});

import { expect, test } from 'vitest';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { endStart, isStartOver, keepStep, neighboursOf, STEPS, stepOf } from './first-steps.ts';

test('D71 the start is offered until it was finished or skipped on this device', () => {
  const device = createMemoryStore();
  expect(isStartOver(device)).toBe(false);
  endStart(device);
  expect(isStartOver(device)).toBe(true);
  expect(isStartOver(createMemoryStore({ firstSteps: 'maybe' }))).toBe(false);
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

import { expect, test } from 'vitest';
import { attemptUnder, createThrottle } from './throttle.ts';

const limit = { tries: 3, windowMs: 1000 };

test('a key has a number of attempts within the window, and waits until the oldest has left it', () => {
  let time = 0;
  const throttle = createThrottle(() => time, limit, 10);
  for (const each of [0, 100, 200]) {
    time = each;
    expect(throttle.waitMs('a')).toBe(0);
    throttle.count('a');
  }
  expect(throttle.waitMs('a')).toBe(800);
  expect(throttle.waitMs('b')).toBe(0);
  time = 999;
  expect(throttle.waitMs('a')).toBe(1);
  time = 1000;
  expect(throttle.waitMs('a')).toBe(0);
});

test('attempts that a clock set back has put into the future do not count', () => {
  let time = 86_400_000;
  const throttle = createThrottle(() => time, limit, 10);
  for (let tries = 0; tries < 3; tries++) throttle.count('a');
  expect(throttle.waitMs('a')).toBe(1000);
  time = 0;
  expect(throttle.waitMs('a')).toBe(0);
  for (let tries = 0; tries < 3; tries++) throttle.count('a');
  expect(throttle.waitMs('a')).toBe(1000);
});

test('an attempt is taken back only once, and no other with it', () => {
  let time = 0;
  const throttle = createThrottle(() => time, limit, 10);
  const first = throttle.count('a');
  throttle.count('a');
  time = 5;
  throttle.count('a');
  expect(throttle.waitMs('a')).toBe(995);
  throttle.takeBack('a', first);
  expect(throttle.waitMs('a')).toBe(0);
  throttle.takeBack('a', 77);
  throttle.count('a');
  expect(throttle.waitMs('a')).toBe(995);
});

test('beyond the maximum of keys the least recently counted one is forgotten', () => {
  const throttle = createThrottle(() => 0, { tries: 1, windowMs: 1000 }, 2);
  for (const key of ['a', 'b', 'a', 'c']) throttle.count(key);
  expect(['a', 'b', 'c'].map((key) => throttle.waitMs(key) > 0)).toEqual([true, false, true]);
});

test('an attempt that must wait under one key is counted under none', () => {
  const one = createThrottle(() => 0, { tries: 1, windowMs: 1000 }, 10);
  const many = createThrottle(() => 0, { tries: 2, windowMs: 500 }, 10);
  expect(attemptUnder([[many, 'x']]).isAllowed).toBe(true);
  const counters = [
    [one, 'a'],
    [many, 'x'],
  ] as const;
  const allowed = attemptUnder(counters);
  expect(allowed.isAllowed).toBe(true);
  expect(attemptUnder(counters)).toEqual({ isAllowed: false, waitMs: 1000 });
  if (allowed.isAllowed) void allowed.takeBack();
  expect(attemptUnder(counters).isAllowed).toBe(true);
  expect(attemptUnder([[many, 'x']])).toEqual({ isAllowed: false, waitMs: 500 });
});

import { expect, test } from 'vitest';
import { createServerProbe } from './server-probe.ts';

/** A server whose answers the test gives. */
function createScene() {
  const questions: ((isReached: boolean) => void)[] = [];
  const probe = createServerProbe(() => new Promise((resolve) => questions.push(resolve)));
  const answer = async (isReached: boolean) => {
    questions.shift()?.(isReached);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { probe, questions, answer };
}

test('the server is asked only while nothing arrives, one question at a time', async () => {
  const { probe, questions, answer } = createScene();
  expect([probe.during(false), questions.length]).toEqual([undefined, 0]);
  expect([probe.during(true), probe.during(true), questions.length]).toEqual([undefined, undefined, 1]);
  await answer(true);
  expect([probe.during(true), questions.length]).toEqual([true, 1]);
  await answer(false);
  expect(probe.during(true)).toBe(false);
});

test('received media end the silence: its answer is dropped, and a late answer does not count for the next silence', async () => {
  const { probe, answer } = createScene();
  probe.during(true);
  await answer(false);
  expect(probe.during(true)).toBe(false);
  expect(probe.during(false)).toBeUndefined();
  await answer(false);
  expect(probe.during(true)).toBeUndefined();
});

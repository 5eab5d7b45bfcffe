import { expect, test } from 'vitest';
import { createTurns } from './next-turn.ts';

test('each turn of the event loop runs one slice of all long work, first come, first served', async () => {
  const planned: (() => void)[] = [];
  const nextTurn = createTurns((run) => void planned.push(run));
  const done: string[] = [];
  const work = async (name: string): Promise<void> => {
    for (let slice = 1; slice <= 2; slice++) {
      await nextTurn();
      done.push(`${name}${slice}`);
    }
  };
  const all = Promise.all([work('a'), work('b')]);
  for (const expected of [['a1'], ['a1', 'b1'], ['a1', 'b1', 'a2'], ['a1', 'b1', 'a2', 'b2']]) {
    expect(planned).toHaveLength(1);
    planned.shift()?.();
    // The resumed task runs in microtasks of this turn.
    await new Promise(setImmediate);
    expect(done).toEqual(expected);
  }
  await all;
  expect(planned).toEqual([]);
});

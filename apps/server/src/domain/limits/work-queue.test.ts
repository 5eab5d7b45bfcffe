import { expect, test, vi } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

/** Creates tasks that the test itself ends. */
function createTasks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, task, end: (name: string) => ends.get(name)?.() };
}

test('a limited number of tasks run at a time, in their order, and the others wait', async () => {
  const { begun, task, end } = createTasks();
  const queue = createWorkQueue({ running: 2, waiting: 10, perKey: 10 });
  const results = ['a', 'b', 'c', 'd'].map((name) => queue.run('x', task(name)));
  expect(begun).toEqual(['a', 'b']);
  end('b');
  expect(await results[1]).toEqual({ isDone: true, value: 'b' });
  expect(begun).toEqual(['a', 'b', 'c']);
  end('a');
  await results[0];
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  end('c');
  end('d');
  expect(await Promise.all(results)).toHaveLength(4);
});

test('a key with too many tasks is refused, and others are not', async () => {
  const { task, end } = createTasks();
  const queue = createWorkQueue({ running: 1, waiting: 10, perKey: 2 });
  const first = queue.run('x', task('a'));
  const second = queue.run('x', task('b'));
  expect(await queue.run('x', task('c'))).toEqual({ isDone: false, full: 'key' });
  const other = queue.run('y', task('d'));
  end('a');
  await first;
  end('b');
  await second;
  end('d');
  expect(await other).toEqual({ isDone: true, value: 'd' });
  const again = queue.run('x', task('e'));
  end('e');
  expect(await again).toEqual({ isDone: true, value: 'e' });
});

test('a full queue refuses immediately', async () => {
  const { task, end } = createTasks();
  const queue = createWorkQueue({ running: 1, waiting: 1, perKey: 10 });
  const first = queue.run('a', task('a'));
  const second = queue.run('b', task('b'));
  expect(await queue.run('c', task('c'))).toEqual({ isDone: false, full: 'queue' });
  end('a');
  await first;
  end('b');
  expect(await second).toEqual({ isDone: true, value: 'b' });
});

test('in a full queue a newcomer takes the place of the newest task of the key that has most', async () => {
  const { begun, task, end } = createTasks();
  const queue = createWorkQueue({ running: 1, waiting: 4, perKey: 10 });
  const first = queue.run('flood', task('flood 0'));
  const flood = [1, 2, 3].map((index) => queue.run('flood', task(`flood ${index}`)));
  const other = queue.run('other', task('other'));
  const newcomer = queue.run('new', task('new'));
  expect(await flood[2]).toEqual({ isDone: false, full: 'key' });
  // Who waits already takes no further place, and the last waiting task of a key stays.
  expect(await queue.run('new', task('new again'))).toEqual({ isDone: false, full: 'queue' });
  const second = queue.run('second', task('second'));
  expect(await flood[1]).toEqual({ isDone: false, full: 'key' });
  expect(await queue.run('third', task('third'))).toEqual({ isDone: false, full: 'queue' });
  for (const name of ['flood 0', 'flood 1', 'other', 'new', 'second']) {
    await vi.waitFor(() => expect(begun).toContain(name));
    end(name);
  }
  const done = (await Promise.all([first, flood[0], other, newcomer, second])).map((each) => each?.isDone);
  expect(done).toEqual([true, true, true, true, true]);
  expect(begun).toEqual(['flood 0', 'flood 1', 'other', 'new', 'second']);
});

test('a part of the queue is kept for those who are known, and strangers take no place of theirs', async () => {
  const { task, end } = createTasks();
  const queue = createWorkQueue({ running: 1, waiting: 4, reserved: 2, perKey: 10 });
  const results = ['a', 'b', 'c'].map((key) => queue.run(key, task(key)));
  expect(await queue.run('d', task('d'))).toEqual({ isDone: false, full: 'queue' });
  const known = ['e', 'f'].map((name) => queue.run('office', task(name), 'known'));
  expect(await queue.run('g', task('g'), 'known')).toEqual({ isDone: false, full: 'queue' });
  expect(await queue.run('h', task('h'))).toEqual({ isDone: false, full: 'queue' });
  for (const [index, name] of ['a', 'b', 'c', 'e', 'f'].entries()) {
    end(name);
    expect(await [...results, ...known][index]).toEqual({ isDone: true, value: name });
  }
});

test('a task that fails makes room for the next one', async () => {
  const { task, end } = createTasks();
  const queue = createWorkQueue({ running: 1, waiting: 1, perKey: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  const next = queue.run('a', task('b'));
  end('b');
  expect(await next).toEqual({ isDone: true, value: 'b' });
});

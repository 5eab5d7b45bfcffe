import { expect, test } from 'vitest';
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

test('a task that fails makes room for the next one', async () => {
  const { task, end } = createTasks();
  const queue = createWorkQueue({ running: 1, waiting: 1, perKey: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  const next = queue.run('a', task('b'));
  end('b');
  expect(await next).toEqual({ isDone: true, value: 'b' });
});

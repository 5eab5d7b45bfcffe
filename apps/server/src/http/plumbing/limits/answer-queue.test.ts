import { expect, test } from 'vitest';
import { createAnswerQueue } from './answer-queue.ts';

const limits = { perKey: 1, inAll: 2, waitingPerKey: 1, waiting: 2, waitMs: 60_000 };
const stays = new AbortController().signal;
type Entered = Awaited<ReturnType<ReturnType<typeof createAnswerQueue>['enter']>>;
const release = (entered: Entered): void => (typeof entered === 'string' ? expect.fail(entered) : entered());

test('one key has a limited number of answers at a time; the next waits, and one more is refused', async () => {
  const queue = createAnswerQueue(limits);
  const first = await queue.enter('a', stays);
  const second = queue.enter('a', stays);
  expect(await queue.enter('a', stays)).toBe('tooManyOfKey');
  release(await queue.enter('b', stays));
  release(first);
  release(await second);
  release(await queue.enter('a', stays));
});

test('all keys together have a limited number of answers at a time, and waiting ones start first', async () => {
  const queue = createAnswerQueue(limits);
  const [a, b] = [await queue.enter('a', stays), await queue.enter('b', stays)];
  const c = queue.enter('c', stays);
  const d = queue.enter('d', stays);
  expect(await queue.enter('e', stays)).toBe('tooMany');
  release(a);
  // A second release of the same answer frees nothing.
  release(a);
  const cEntered = await c;
  release(b);
  release(await d);
  release(cEntered);
  release(await queue.enter('e', stays));
});

test('a client that disconnects while it waits gives up its place, and one that waits too long is refused', async () => {
  const queue = createAnswerQueue({ ...limits, waitMs: 1 });
  const first = await queue.enter('a', stays);
  expect(await queue.enter('a', stays)).toBe('tooManyOfKey');
  const patient = createAnswerQueue(limits);
  const held = await patient.enter('a', stays);
  const gone = new AbortController();
  const leaver = patient.enter('a', gone.signal);
  gone.abort();
  expect(await leaver).toBe('tooManyOfKey');
  const next = patient.enter('a', stays);
  release(held);
  release(await next);
  release(first);
});

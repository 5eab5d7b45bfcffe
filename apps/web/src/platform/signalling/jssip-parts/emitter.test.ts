import { expect, test } from 'vitest';
import { EventEmitter } from './emitter.ts';

test('listeners are called in order, with the details and the emitter', () => {
  const emitter = new EventEmitter();
  const heard: unknown[] = [];
  emitter.on('ended', (...details) => heard.push(['first', ...details]));
  emitter.on('ended', function second(this: unknown) {
    heard.push(this === emitter);
  });
  expect(emitter.emit('ended', 1, 2)).toBe(true);
  expect(heard).toEqual([['first', 1, 2], true]);
});

test('an event without listeners reports that there are none', () => {
  const emitter = new EventEmitter();
  expect(emitter.emit('ended')).toBe(false);
  expect(emitter.listeners('ended')).toEqual([]);
});

test('a listener that was added twice and removed once is called once', () => {
  const emitter = new EventEmitter();
  let calls = 0;
  const listener = (): void => {
    calls += 1;
  };
  emitter.on('ended', listener).on('ended', listener).removeListener('ended', listener);
  emitter.emit('ended');
  expect(calls).toBe(1);
});

test('a listener removed during an event is still called for that event', () => {
  const emitter = new EventEmitter();
  const heard: string[] = [];
  const second = (): void => void heard.push('second');
  emitter.on('ended', () => emitter.removeListener('ended', second));
  emitter.on('ended', second);
  emitter.emit('ended');
  emitter.emit('ended');
  expect(heard).toEqual(['second']);
});

test('removeAllListeners removes the listeners of every event', () => {
  const emitter = new EventEmitter();
  emitter.on('ended', () => undefined).on('failed', () => undefined);
  emitter.removeAllListeners();
  expect([emitter.emit('ended'), emitter.emit('failed')]).toEqual([false, false]);
});

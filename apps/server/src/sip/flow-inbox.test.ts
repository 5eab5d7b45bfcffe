import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createInbox } from './flow-inbox.ts';

let events: string[];
let release: (() => void)[];

beforeEach(() => {
  [events, release] = [[], []];
});

const open = () =>
  createInbox<string>({
    async handle(message) {
      events.push(`${message} begins`);
      await new Promise<void>((resolve) => release.push(resolve));
      events.push(`${message} ends`);
    },
    setReading: (isReading) => void events.push(isReading ? 'reads' : 'pauses'),
    pauseBytes: 100,
  });

test('SIP-05 each message waits until the previous one is handled', async () => {
  const inbox = open();
  for (const message of ['a', 'b']) inbox.put(message, 10);
  await setImmediate();
  expect(events).toEqual(['a begins']);
  for (let n = 0; n < 2; n++) {
    release.shift()?.();
    await setImmediate();
  }
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('reading pauses while too much waits and resumes at half of the limit', async () => {
  const inbox = open();
  expect(['a', 'b', 'c', 'd'].map((message) => inbox.put(message, 40))).toEqual([40, 80, 120, 160]);
  const end = async (): Promise<string[]> => {
    events.length = 0;
    release.shift()?.();
    await setImmediate();
    return events.filter((event) => event === 'reads' || event === 'pauses');
  };
  expect(events.filter((event) => event === 'pauses')).toEqual(['pauses']);
  expect([await end(), await end(), await end(), await end()]).toEqual([[], [], ['reads'], []]);
  expect(inbox.put('e', 40)).toBe(40);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Mail } from './mail.ts';
import type { Outbox } from './outbox.ts';
import { createOutbox } from './outbox.ts';
import { startOutboxDelivery } from './outbox-delivery.ts';

const MINUTE_MS = 60_000;
const mail: Mail = { to: 'asa@mail.example', subject: 'Hej', text: 'key\n' };
const log = { warn: vi.fn(), error: vi.fn() };

let folder: string;
let clock: FakeClock;
let outbox: Outbox;
let isDown: boolean;
let attempts: string[];
let looked: () => void;
let stop: (() => Promise<void>) | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'samtal-outbox-'));
  const fake = createFakeClock();
  clock = {
    ...fake,
    setTimer(delayMs, run) {
      const cancel = fake.setTimer(delayMs, run);
      looked();
      return cancel;
    },
  };
  outbox = createOutbox(folder, () => clock.now());
  isDown = false;
  attempts = [];
  looked = () => undefined;
});
afterEach(async () => {
  await stop?.();
  rmSync(folder, { recursive: true, force: true });
});

function deliver({ subject }: Mail): Promise<void> {
  attempts.push(subject);
  return isDown ? Promise.reject(new Error('451 greylisted')) : Promise.resolve();
}

/** Resolves when the outbox has been read and the timer for its next reading is set. */
const lookDone = (): Promise<void> =>
  new Promise((resolve) => {
    looked = resolve;
  });

/** Starts the delivery, and returns after the outbox was read for the first time. */
async function start(): Promise<void> {
  const done = lookDone();
  stop = startOutboxDelivery({ outbox, deliver, clock, log });
  await done;
}

/** Advances the clock minute by minute, and waits for the delivery after each. */
async function passMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    const done = lookDone();
    clock.advance(MINUTE_MS);
    await done;
  }
}

test('D25 a mail from before a restart is sent at the start, and a later one soon', async () => {
  await outbox.keep(mail);
  await start();
  expect(attempts).toEqual(['Hej']);
  await outbox.keep({ ...mail, subject: 'later' });
  await passMinutes(2);
  expect(attempts).toEqual(['Hej', 'later']);
  expect(await outbox.list(10)).toEqual([]);
});

test('D25 a mail that the mail server refuses is retried with growing pauses until it is accepted', async () => {
  isDown = true;
  await outbox.keep(mail);
  await start();
  await passMinutes(60);
  expect(attempts.length).toBeGreaterThan(4);
  expect(attempts.length).toBeLessThan(9);
  isDown = false;
  await passMinutes(64);
  expect(await outbox.list(10)).toEqual([]);
});

test('A-033 a mail is dropped, sent or not, when the keys in it have expired', async () => {
  isDown = true;
  await outbox.keep(mail);
  clock.advance(7 * 24 * 60 * MINUTE_MS - 1);
  await start();
  expect(attempts).toHaveLength(1);
  await passMinutes(1);
  expect(await outbox.list(10)).toEqual([]);
  expect(attempts).toHaveLength(1);
});

test('D25 without a mail server mails are kept until they expire', async () => {
  await outbox.keep(mail);
  const done = lookDone();
  stop = startOutboxDelivery({ outbox, deliver: undefined, clock, log });
  await done;
  await passMinutes(2);
  expect(await outbox.list(10)).toHaveLength(1);
});

test('D26 a stop waits for the attempt in progress and begins no other', async () => {
  let finish = (): void => undefined;
  await outbox.keep(mail);
  await outbox.keep({ ...mail, subject: 'second' });
  stop = startOutboxDelivery({
    outbox,
    deliver: ({ subject }) => {
      attempts.push(subject);
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
    clock,
    log,
  });
  await vi.waitFor(() => expect(attempts).toEqual(['Hej']));
  const stopped = stop();
  finish();
  await stopped;
  expect(clock.pending()).toBe(0);
  expect((await outbox.list(10)).map(({ subject }) => subject)).toEqual(['second']);
});

import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { RequestOptions, Session } from '../rtc-session.ts';
import { createGate } from './gate.ts';
import { createRequestQueue } from './request-queue.ts';

/** A peer that answers each request with the status and the value of Retry-After that `answer` returns. */
function createScene(answer: (count: number) => readonly [status: number, retryAfter?: string]) {
  const clock = createFakeClock();
  const sentAt: number[] = [];
  const session = {
    isEstablished: () => true,
    sendRequest(_method: string, options?: RequestOptions) {
      sentAt.push(clock.now());
      const [status_code, retryAfter] = answer(sentAt.length);
      const response = { status_code, getHeader: () => retryAfter };
      if (status_code === 200) options?.eventHandlers?.onSuccessResponse?.();
      else options?.eventHandlers?.onErrorResponse?.(response as never);
    },
  } as unknown as Session;
  const away: boolean[] = [];
  const gate = createGate();
  const queue = createRequestQueue(
    { session, clock, gate, onAway: (isAway) => void away.push(isAway) },
    'MESSAGE',
  );
  /** Lets `seconds` pass, with what the requests wait for between them. */
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      for (let turn = 0; turn < 8; turn++) await Promise.resolve();
      clock.advance(1000);
    }
  }
  return { queue, sentAt, away, pass };
}

test.each(['0', '-5', '999999', 'soon'])(
  'D80 RFC 3261 §21.4.18 attack: a peer that says 480 with Retry-After %j for ever gets a request a second, and not for ever',
  async (retryAfter) => {
    const { queue, sentAt, away, pass } = createScene(() => [480, retryAfter]);
    const sent = queue.send([], 'a');
    await pass(1000);
    expect([await sent, away.at(-1)]).toEqual([false, false]);
    expect(sentAt.length).toBeGreaterThan(120);
    expect(sentAt.length).toBeLessThanOrEqual(180);
    for (const [index, at] of sentAt.slice(1).entries())
      expect(at - (sentAt[index] ?? 0)).toBeGreaterThanOrEqual(1000);
  },
);

test('D80 a peer that comes back after the longest interruption gets the request', async () => {
  const { queue, sentAt, pass } = createScene((count) => (count <= 120 ? [480, '1'] : [200]));
  const taken = queue.send([], 'a');
  await pass(130);
  expect([await taken, sentAt.length]).toEqual([true, 121]);
});

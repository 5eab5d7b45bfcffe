import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createPacedSender } from './paced-sender.ts';

function start(cps?: number) {
  const clock = createFakeClock();
  const sent: string[] = [];
  return { clock, sent, sender: createPacedSender(clock, cps, (chunk) => sent.push(chunk)) };
}

test('D11 the first characters are sent immediately, the rest 250 ms later, in order', () => {
  const { clock, sent, sender } = start();
  for (const text of ['a', 'b', 'c'.repeat(300)]) sender.push(text);
  expect(sent).toEqual(['a']);
  clock.advance(250);
  expect(sent).toEqual(['a', `b${'c'.repeat(249)}`]);
  clock.advance(10_000);
  expect(sent.join('')).toBe(`ab${'c'.repeat(300)}`);
  expect(clock.pending()).toBe(0);
});

test('D11 the cps of the peer is kept over every ten seconds', () => {
  const { clock, sent, sender } = start(30);
  sender.push('x'.repeat(1000));
  clock.advance(9_999);
  expect(sent.join('').length).toBeLessThanOrEqual(300);
  clock.advance(25_000);
  expect(sent.join('')).toHaveLength(1000);
});

test('no grapheme is split', () => {
  const { clock, sent, sender } = start(3);
  sender.push('👋👋👋');
  clock.advance(60_000);
  expect(sent).toEqual(['👋', '👋', '👋']);
});

test('a stopped sender sends nothing and leaves no timer', () => {
  const { clock, sent, sender } = start();
  sender.push('a');
  sender.push('b');
  sender.stop();
  clock.advance(1_000);
  expect([sent, clock.pending()]).toEqual([['a'], 0]);
});

test('waiting text for a slow reader is limited', () => {
  const { sent, sender } = start(1);
  const taken = Array.from({ length: 200 }, () => sender.push('x'.repeat(250)));
  // Sent text makes room for new text.
  expect(taken.filter(Boolean).length * 250).toBeLessThanOrEqual(25_000 + sent.join('').length);
  expect(taken.at(-1)).toBe(false);
});

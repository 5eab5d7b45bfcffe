import type { OutboxTransport } from '@samtal/realtime-text';
import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { AGENT_LIMITS, SIP_LIMITS } from '../domain/limits/limits.ts';
import { createTextSender } from './text-sender.ts';

function start(transport: OutboxTransport) {
  const clock = createFakeClock();
  const sent: string[] = [];
  const answers: ((isDelivered: boolean) => void)[] = [];
  const sender = createTextSender(clock, (chunk, answered) => {
    sent.push(chunk);
    answers.push(answered);
  });
  sender.open(transport);
  return { clock, sent, answers, sender };
}

test('D11 the first characters are sent immediately, the rest 250 ms later, in order', () => {
  const { clock, sent, sender } = start({ name: 'dataChannel' });
  for (const text of ['a', 'b', 'c'.repeat(300)]) sender.push(text);
  expect(sent).toEqual(['a']);
  clock.advance(250);
  expect(sent).toEqual(['a', `b${'c'.repeat(249)}`]);
  clock.advance(10_000);
  expect(sent.join('')).toBe(`ab${'c'.repeat(300)}`);
  expect(clock.pending()).toBe(0);
});

test('D11 the limits of requests and texts leave room for twice the pace of text', () => {
  const { clock, sent, sender } = start({ name: 'dataChannel' });
  for (let ms = 0; ms < 10_000; ms += 50) {
    sender.push('a');
    clock.advance(50);
  }
  expect(SIP_LIMITS.requestsInDialog.perSecond).toBeGreaterThanOrEqual((2 * sent.length) / 10);
  expect(AGENT_LIMITS.textsPerSecond).toBeGreaterThanOrEqual((2 * sent.length) / 10);
});

test('D11 the cps of the peer is kept over every ten seconds', () => {
  const { clock, sent, sender } = start({ name: 'dataChannel', cps: 30 });
  sender.push('x'.repeat(1000));
  clock.advance(9_999);
  expect(sent.join('').length).toBeLessThanOrEqual(300);
  clock.advance(25_000);
  expect(sent.join('')).toHaveLength(1000);
});

test('no grapheme is split', () => {
  const { clock, sent, sender } = start({ name: 'dataChannel', cps: 3 });
  sender.push(`a${'👋'.repeat(40)}`);
  clock.advance(60_000);
  expect(sent.join('')).toBe(`a${'👋'.repeat(40)}`);
  expect(sent.length).toBeGreaterThan(1);
  for (const chunk of sent) expect(chunk).toMatch(/^a?(?:👋)+$/u);
});

test('a stopped sender sends nothing, also after an answer, and leaves no timer', () => {
  const { clock, sent, answers, sender } = start({ name: 'message' });
  sender.push('a');
  sender.push('b');
  sender.stop();
  answers[0]?.(true);
  sender.push('c');
  clock.advance(1_000);
  expect([sent, clock.pending()]).toEqual([['a'], 0]);
});

test('a stopped sender leaves no timer of the pace', () => {
  const { clock, sent, sender } = start({ name: 'dataChannel' });
  sender.push('a');
  sender.push('b');
  sender.stop();
  clock.advance(1_000);
  expect([sent, clock.pending()]).toEqual([['a'], 0]);
});

test('waiting text for a slow reader is limited', () => {
  const { sent, sender } = start({ name: 'dataChannel', cps: 1 });
  const taken = Array.from({ length: 200 }, () => {
    const hasRoom = sender.hasRoomFor(250);
    if (hasRoom) sender.push('x'.repeat(250));
    return hasRoom;
  });
  // Sent text makes room for new text.
  expect(taken.filter(Boolean).length * 250).toBeLessThanOrEqual(25_000 + sent.join('').length);
  expect(taken.at(-1)).toBe(false);
});

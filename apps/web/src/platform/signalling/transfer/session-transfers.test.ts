import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createGate } from '../requests/gate.ts';
import type { RequestOptions, Session } from '../rtc-session.ts';
import { type Answerable, handleTransfer } from './session-transfers.ts';

test('D87 D80 attack: an asking user who says for ever to be away gets a report a second, for three minutes', async () => {
  const clock = createFakeClock();
  const sentAt: number[] = [];
  const session = {
    isEstablished: () => true,
    sendRequest(_method: string, options?: RequestOptions) {
      sentAt.push(clock.now());
      const response = { status_code: 480, getHeader: () => '0' };
      options?.eventHandlers?.onErrorResponse?.(response as never);
    },
  } as unknown as Session;
  const call = {
    callId: 'a',
    clock,
    gate: createGate(),
    uriOf: (target: string) => `sip:${target}`,
    emit: () => undefined,
    session: () => session,
  };
  const refer = {
    method: 'REFER',
    cseq: 7,
    getHeader: () => undefined,
    getHeaders: (name: string) => (name === 'Refer-To' ? ['<sip:carol@demo.example>'] : []),
    reply: () => undefined,
  } as unknown as Answerable;
  handleTransfer(call, refer);
  for (let second = 0; second < 1000; second++) {
    clock.advance(1000);
    for (let turn = 0; turn < 4; turn++) await Promise.resolve();
  }
  expect(sentAt.length).toBeGreaterThan(120);
  expect(sentAt.length).toBeLessThanOrEqual(180);
  for (const [index, at] of sentAt.slice(1).entries())
    expect(at - (sentAt[index] ?? 0)).toBeGreaterThanOrEqual(1000);
});

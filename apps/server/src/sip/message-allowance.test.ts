import type { SipRequest, SipResponse } from '@samtal/sip';
import { createResponse } from '@samtal/sip';
import { beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS } from '../domain/limits/limits.ts';
import type { MessageAllowance } from './message-allowance.ts';
import { createMessageAllowance } from './message-allowance.ts';

let elapsedMs: number;
let allowance: MessageAllowance;
beforeEach(() => {
  elapsedMs = 0;
  allowance = createMessageAllowance(() => elapsedMs);
});

const request = (method: string): SipRequest => ({
  kind: 'request',
  method,
  uri: 'sip:bobby@demo.example',
  headers: [{ name: 'CSeq', value: `1 ${method}` }],
  body: '',
});
const response = (method: string, status: number): SipResponse => createResponse(request(method), status);

const countOf = (take: () => boolean): number => {
  let count = 0;
  while (count < 100_000 && take()) count += 1;
  return count;
};

test('an authenticated peer may send more messages than another one, and both limits refill', () => {
  expect(countOf(() => allowance.takeMessage(false))).toBe(SIP_LIMITS.unprovenMessages.burst);
  expect(countOf(() => allowance.takeMessage(true))).toBe(SIP_LIMITS.messages.burst);
  elapsedMs += 1000;
  expect(countOf(() => allowance.takeMessage(false))).toBe(SIP_LIMITS.unprovenMessages.perSecond);
  expect(countOf(() => allowance.takeMessage(true))).toBe(SIP_LIMITS.messages.perSecond);
});

test('RFC 3261 §13.2.2.4 each final response to an INVITE allows one ACK', () => {
  expect(allowance.takeOwedAck()).toBe(false);
  const sent = [
    response('INVITE', 180),
    response('INVITE', 200),
    response('INVITE', 486),
    response('BYE', 200),
  ];
  for (const message of sent) allowance.noteSent(message);
  expect(countOf(() => allowance.takeOwedAck())).toBe(2);
});

test('each request to the peer allows some unreadable responses, up to a limit', () => {
  const { perRequest, most } = SIP_LIMITS.brokenAnswers;
  allowance.noteSent(response('MESSAGE', 200));
  expect(allowance.takeBrokenAnswer()).toBe(false);
  allowance.noteSent(request('MESSAGE'));
  expect(countOf(() => allowance.takeBrokenAnswer())).toBe(perRequest);
  for (let count = 0; count < 2 * most; count++) allowance.noteSent(request('MESSAGE'));
  expect(countOf(() => allowance.takeBrokenAnswer())).toBe(most);
});

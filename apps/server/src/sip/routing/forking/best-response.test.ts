import type { SipResponse } from '@samtal/sip';
import { expect, test } from 'vitest';
import { bestResponse } from './best-response.ts';

const response = (status: number): SipResponse => ({
  kind: 'response',
  status,
  reason: '',
  headers: [],
  body: '',
});

test.each([
  [[486, 603], 603],
  [[603, 480], 603],
  [[500, 486], 486],
  [[404, 302], 302],
  [[487, 486], 486],
  [[408, 486], 486],
  [[487, 408], 408],
  [[480, 408], 408],
  [[480, 410], 410],
  [[410, 403], 403],
  [[480, 488], 488],
  [[486, 415], 415],
  [[503], 500],
  [[503, 503], 500],
  [[503, 480], 480],
  [[504, 480, 600, 486], 600],
])('RFC 3261 §16.7 of the statuses %j the caller gets %i', (statuses, best) => {
  for (const order of [statuses, statuses.toReversed()])
    expect(bestResponse(order.map(response))?.status).toBe(best);
});

test('without responses there is no best response', () => {
  expect(bestResponse([])).toBeUndefined();
});

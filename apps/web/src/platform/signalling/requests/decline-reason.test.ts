import { expect, test } from 'vitest';
import { declineReason, declineWords } from './decline-reason.ts';

const valueOf = (header: string): string => header.replace(/^Reason: /, '');

test('D35 a call that is declined without a message has the Reason of a 603', () => {
  expect(declineReason()).toBe('Reason: SIP;cause=603;text="Decline"');
  expect(declineWords(valueOf(declineReason('  ')))).toBeUndefined();
});

test.each([
  "I'll call you back",
  'Jag ringer upp 👋🏽',
  'She said "later" \\ soon',
  'سأتصل بك لاحقا',
  ';cause=200;text="x"',
])('D33 the caller reads the message as it was written: %s', (words) => {
  const header = declineReason(words);
  expect(header.startsWith('Reason: SIP;cause=603;text="')).toBe(true);
  expect(declineWords(valueOf(header))).toBe(words);
});

test('D33 a message cannot add a header, and is cut to 200 characters', () => {
  expect(declineReason('one\r\nRoute: <sip:x>\u2028two')).toBe(
    'Reason: SIP;cause=603;text="one Route: <sip:x> two"',
  );
  expect(declineWords(valueOf(declineReason('å'.repeat(300))))).toHaveLength(200);
});

test.each([
  undefined,
  '',
  'Q.850;cause=16',
  'SIP;cause=603',
  'SIP;cause=486;text="Busy Here"',
  'SIP;cause=603;text="x',
])('a Reason without a message has none: %s', (reason) => expect(declineWords(reason)).toBeUndefined());

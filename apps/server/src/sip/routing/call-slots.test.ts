import { beforeEach, expect, test } from 'vitest';
import { SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { Flow } from '../flow.ts';
import { createFlow } from '../flow.ts';
import type { SipUser } from '../sip-directory.ts';
import type { CallSlots } from './call-slots.ts';
import { createCallSlots } from './call-slots.ts';

let slots: CallSlots;
beforeEach(() => {
  slots = createCallSlots();
});

const user = (username: string, isAnonymous = false): SipUser => ({
  username,
  addresses: [`${username}@demo.example`],
  sessionId: undefined,
  isServerAgent: false,
  isAnonymous,
});
const flowFrom = (remoteAddress: string): Flow =>
  createFlow(
    remoteAddress,
    {
      remoteAddress,
      serverAddress: { host: 'demo.example', port: 80, transport: 'ws' },
      send: () => undefined,
      close: () => undefined,
      terminate: () => undefined,
      proved: () => undefined,
      setReading: () => undefined,
    },
    () => 0,
  );
const takeMany = (count: number, take: (n: number) => (() => void) | undefined): (() => void)[] =>
  Array.from({ length: count }, (_, n) => take(n)).flatMap((release) => release ?? []);

test('an account has one call limit over all its connections, and an ended call frees one slot', () => {
  const taken = takeMany(SIP_LIMITS.callsPerAccount + 5, (n) =>
    slots.take(user('alice'), flowFrom(`192.0.2.${n}`)),
  );
  expect(taken).toHaveLength(SIP_LIMITS.callsPerAccount);
  expect(slots.take(user('bobby'), flowFrom('192.0.2.1'))).toBeDefined();
  taken[0]?.();
  taken[0]?.();
  expect(takeMany(2, () => slots.take(user('alice'), flowFrom('192.0.2.1')))).toHaveLength(1);
});

test('A-035 anonymous callers of one network share its call limit, whatever identities they use', () => {
  const from = (n: number) => flowFrom(`2001:db8:0:1::${n.toString(16)}`);
  const taken = takeMany(50, (n) => slots.take(user(`visitor${n}`, true), from(n)));
  expect(taken).toHaveLength(SIP_LIMITS.anonymousCallsPerNetwork);
  expect(slots.take(user('visitor99', true), flowFrom('2001:db8:0:2::1'))).toBeDefined();
  expect(slots.take(user('alice'), from(1))).toBeDefined();
});

test('A-035 the limit of all anonymous callers leaves slots for accounts', () => {
  const taken = takeMany(1000, (n) =>
    slots.take(user(`visitor${n}`, true), flowFrom(`198.51.${n >> 8}.${n & 255}`)),
  );
  expect(taken).toHaveLength(SIP_LIMITS.anonymousCalls);
  expect(slots.take(user('alice'), flowFrom('192.0.2.1'))).toBeDefined();
});

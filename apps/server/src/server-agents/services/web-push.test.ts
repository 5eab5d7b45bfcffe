import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test } from 'vitest';
import { AGENT_LIMITS, SIP_LIMITS } from '../../domain/limits/limits.ts';
import type { MissedCall } from '../../domain/people/incoming-call.ts';
import type { FakePushedCall, FakePushes } from '../../web-push/testing/fake-pushes.ts';
import { createFakePushes } from '../../web-push/testing/fake-pushes.ts';
import type { AgentEffect, AgentEvent, ServerAgent } from '../server-agent.ts';
import type { WebPushAgent } from './web-push.ts';
import { createWebPushAgent } from './web-push.ts';

const BOBBY = 'bobby@demo.example';
const PHONE = '11111111-1111-4111-8111-111111111111';
const LAPTOP = '22222222-2222-4222-8222-222222222222';

let clock: FakeClock;
let pushes: FakePushes;
let missed: MissedCall[];
let acted: AgentEffect[];
let webPush: WebPushAgent;

beforeEach(() => {
  [clock, pushes, missed, acted] = [createFakeClock(), createFakePushes(), [], []];
  webPush = createWebPushAgent({
    pushCall: (...given) => pushes.pushCall(...given),
    missed: (call) => missed.push(call),
  });
});

const invited: AgentEvent = {
  type: 'invited',
  offer: 'v=0\r\n',
  position: undefined,
  allowsMessage: true,
  session: { id: '1', version: 1 },
};
/** Waits until all pending work without a timer is done. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A call that the SIP server also sends to the devices `registered`. */
async function call(registered?: readonly string[], isDirect = false, isDoNotDisturb = false) {
  const agent: ServerAgent = webPush.createAgent({
    clock,
    log: { info: () => undefined, warn: () => undefined },
    callId: 'call-1',
    caller: { address: 'alice@demo.example', name: 'Alice' },
    divertedFrom: isDirect ? undefined : BOBBY,
    isDoNotDisturb,
    registered,
    act: (decide) => acted.push(...decide()),
  });
  acted.push(...agent(invited));
  await settle();
  return { cancel: (cancelCause?: number) => agent({ type: 'ended', cancelCause }) };
}
async function hear(instance: string, status: number): Promise<boolean> {
  const isKnown = webPush.report({ callId: 'call-1', instance, status });
  await settle();
  return isKnown;
}
const pushed = (): FakePushedCall => pushes.calls[0] ?? expect.fail('no call was pushed');
const leaves: readonly AgentEffect[] = [{ do: 'refuse', status: 480 }];
/** A refusal that the answer of a device outranks. */
const leavesToDevices: readonly AgentEffect[] = [{ do: 'refuse', status: 504 }];
const causes = () => missed.map(({ cause, hasRung }) => [cause, hasRung]);

test('D78 a call is pushed to a device that the SIP server does not call, and kept for the ring time', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  const at = clock.now();
  await call([LAPTOP]);
  await hear(LAPTOP, 100);
  expect(pushed()).toMatchObject({
    pushed: [PHONE],
    call: {
      callId: 'call-1',
      caller: { address: 'alice@demo.example', name: 'Alice' },
      callee: BOBBY,
      at,
      offer: 'v=0\r\n',
      until: at + AGENT_LIMITS.ringMs,
    },
  });
  clock.advance(AGENT_LIMITS.ringMs - 1);
  expect(acted).toEqual([]);
  clock.advance(1);
  expect([acted, causes()]).toEqual([leavesToDevices, [['notAnswered', false]]]);
  expect(pushed().end).toEqual({ outcome: 'missed', reached: [LAPTOP] });
  expect(clock.pending()).toBe(0);
});

test('D78 A-056 the agent leaves immediately when no device is subscribed, and the call counts as missed', async () => {
  await call();
  expect([acted, causes()]).toEqual([leaves, [['notReachable', false]]]);
  expect([clock.pending(), await hear(PHONE, 180)]).toEqual([0, false]);
});

test('D78 beside a device that responds, the agent leaves without a missed call', async () => {
  await call([LAPTOP]);
  expect(acted).toEqual([]);
  await hear(LAPTOP, 100);
  expect([acted, missed, clock.pending()]).toEqual([leavesToDevices, [], 0]);
});

test('D78 beside phones without an instance, the agent leaves immediately, and their answer counts', async () => {
  await call([]);
  expect([acted, missed]).toEqual([leavesToDevices, []]);
});

test('D78 a device that is called but silent is pushed to after a second', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  await call([PHONE, LAPTOP]);
  await hear(LAPTOP, 100);
  clock.advance(SIP_LIMITS.silentMs - 1);
  expect(pushed().pushed).toEqual([]);
  clock.advance(1);
  await settle();
  expect([pushed().pushed, acted]).toEqual([[PHONE], []]);
});

test('D78 a pushed device that has got the INVITE is awaited no more', async () => {
  pushes.subscribe(PHONE);
  await call();
  await hear(PHONE, 180);
  expect([acted, missed]).toEqual([leavesToDevices, []]);
  expect(pushed().end).toEqual({ outcome: 'missed', reached: [PHONE] });
});

test('D78 the caller hears once that a pushed device rings', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  await call();
  pushed().rang();
  pushed().rang();
  expect(acted).toEqual([{ do: 'ring' }]);
});

test('D78 STATE-12 a call that is rejected without a page is declined for all devices, once', async () => {
  pushes.subscribe(PHONE);
  await call();
  expect([pushed().rejected(), pushed().rejected()]).toEqual([true, false]);
  expect([acted, missed]).toEqual([[{ do: 'refuse', status: 603 }], []]);
  expect(pushed().end?.outcome).toBe('rejected');
});

test.each([
  [200, 'answered', []],
  [603, 'rejected', []],
  [undefined, 'missed', [['givenUp', false]]],
  [408, 'missed', [['givenUp', false]]],
])('D78 a CANCEL with cause %j means for the devices: %s', async (cause, outcome, stored) => {
  pushes.subscribe(PHONE);
  const { cancel } = await call();
  cancel(cause);
  expect([pushed().end?.outcome, causes(), clock.pending()]).toEqual([outcome, stored, 0]);
  expect(pushed().rejected()).toBe(false);
});

test('D78 a call that rang at a device is in its history, and is not added again', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  const { cancel } = await call();
  await hear(LAPTOP, 180);
  cancel();
  expect(causes()).toEqual([['givenUp', true]]);
});

test('D78 a call to the agent itself is refused', async () => {
  await call(undefined, true);
  expect([acted, pushes.calls]).toEqual([leaves, []]);
});

test('D78 the caller leaves while the pushes are being sent: nothing stays open', async () => {
  pushes.subscribe(PHONE);
  const release = pushes.hold();
  const { cancel } = await call();
  cancel();
  release();
  await settle();
  expect([pushed().pushed, acted, clock.pending()]).toEqual([[], [], 0]);
});

test('D86 a call that its callee does not want is refused at once, pushed to no device, and missed', async () => {
  pushes.subscribe(PHONE, LAPTOP);
  await call([LAPTOP], false, true);
  expect([acted, pushes.calls, causes()]).toEqual([leaves, [], [['notReachable', false]]]);
  expect(await hear(LAPTOP, 180)).toBe(false);
});

import type { Header, SipMessage } from '@samtal/sip';
import { header, parseMessage, serialize } from '@samtal/sip';
import { createFakeClock, type FakeClock } from '@samtal/test-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import type { TextSocketHandlers } from '../../server-agents/ports.ts';
import { type RunningAgents, startServerAgents } from '../../server-agents/start-server-agents.ts';
import type { FakePushes } from '../../web-push/testing/fake-pushes.ts';
import { createFakePushes } from '../../web-push/testing/fake-pushes.ts';

/** What reaches the agent for web push from an external SIP server, which passes on what users send. */
const PHONE = '11111111-1111-4111-8111-111111111111';
const REPORT = `SIP/2.0 180 Ringing\r\nCall-ID: call-1\r\nContact: *;+sip.instance="<urn:uuid:${PHONE}>"\r\n`;

let clock: FakeClock;
let pushes: FakePushes;
let agents: RunningAgents;
let wire: TextSocketHandlers;
let sent: SipMessage[];
let branches: number;

beforeEach(async () => {
  [clock, pushes, sent, branches] = [createFakeClock(), createFakePushes(), [], 0];
  agents = startServerAgents({
    sipUri: 'wss://sip.demo.example/sip',
    domain: 'demo.example',
    accounts: [{ username: 'web-push', password: 'secret', agent: 'web-push' }],
    clock,
    log: { info: () => undefined, warn: () => undefined },
    limits: { mailboxCalls: 1, mailboxMinutes: 1, mediaCalls: 0, textGatewayCalls: 0 },
    webPush: { pushCall: pushes.pushCall, missed: () => undefined },
    connect(_uri, handlers) {
      wire = handlers;
      const send = (text: string): void => {
        const read = parseMessage(text);
        sent.push(read.ok ? read.message : expect.fail(`the agent sent rubbish: ${read.reason}`));
      };
      return { send, close: () => handlers.closed('asked to') };
    },
  });
  pushes.subscribe(PHONE);
});
afterEach(() => agents.close());

/** Lets pending work without a timer finish. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Forged = {
  readonly from?: string;
  readonly callId?: string;
  readonly fields?: readonly Header[];
  readonly body?: string;
};
const diverted = { name: 'Diversion', value: '<sip:bobby@demo.example>;reason=unavailable' };

/** Passes a request to the agent. @returns the status of its last response; undefined while there is none */
async function give(method: string, { from = 'alice', callId = 'call-1', fields = [], body = '' }: Forged) {
  branches += 1;
  const branch = `z9hG4bK${branches}`;
  const message: SipMessage = {
    kind: 'request',
    method,
    uri: 'sip:web-push@a.invalid',
    headers: [
      { name: 'Via', value: `SIP/2.0/WS proxy.invalid;branch=${branch}` },
      { name: 'Max-Forwards', value: '69' },
      { name: 'From', value: `<sip:${from}@demo.example>;tag=${branches}` },
      { name: 'To', value: '<sip:bobby@demo.example>' },
      { name: 'Call-ID', value: callId },
      { name: 'CSeq', value: `1 ${method}` },
      { name: 'Contact', value: `<sip:${from}@a.invalid;transport=ws>` },
      ...fields,
    ],
    body,
  };
  wire.received(serialize(message));
  await settle();
  const answers = sent.filter((each) => each.kind === 'response' && header(each, 'Via')?.includes(branch));
  const last = answers.at(-1);
  return last?.kind === 'response' && last.status >= 200 ? last.status : undefined;
}
const invite = (more: Forged = {}) =>
  give('INVITE', { fields: [diverted], callId: `call-${branches + 1}`, ...more });
const report = (body: string, from = 'web-push', more: Forged = {}) =>
  give('MESSAGE', {
    from,
    body,
    callId: 'report',
    fields: [{ name: 'Content-Type', value: 'message/sipfrag' }],
    ...more,
  });

test('D78 only a report of the SIP server itself, about a call that rings, has an effect', async () => {
  expect(await invite()).toBeUndefined();
  expect(await report(REPORT, 'alice')).toBe(403);
  expect(await report(REPORT.replace('call-1', 'call-2'))).toBe(481);
  expect(pushes.calls[0]?.end).toBeUndefined();
  expect(await report(REPORT)).toBe(200);
  expect(pushes.calls[0]?.end).toEqual({ outcome: 'missed', reached: [PHONE] });
  expect(await report(REPORT)).toBe(481);
});

test('D78 a broken or huge report is refused, and the call goes on', async () => {
  await invite();
  const broken = [
    '',
    'SIP/2.0 180',
    REPORT.slice(0, -2),
    `${REPORT}Call-ID: call-1\r\n`,
    REPORT.replace('180', '18x'),
    REPORT.replace(PHONE, '1'),
    REPORT.replace(PHONE, `${PHONE}-1`),
    REPORT.replace('call-1', 'call-1\r\nCall-ID: call-1'),
    REPORT.replace('Ringing', 'x'.repeat(60_000)).replace(PHONE, ''),
    `SIP/2.0 180 ${' '.repeat(60_000)}`,
  ];
  for (const body of broken) expect(await report(body)).toBe(400);
  expect(pushes.calls[0]?.end).toBeUndefined();
});

test('D78 a direct call, or one with a broken Diversion, is not pushed', async () => {
  expect(await invite({ fields: [] })).toBe(480);
  expect(await invite({ fields: [{ name: 'Diversion', value: 'bobby' }] })).toBe(480);
  expect(pushes.calls).toEqual([]);
});

test('D78 a long or broken list of devices harms nothing', async () => {
  const list = (value: string) => ({ fields: [diverted, { name: 'Samtal-Registered', value }] });
  await invite(list(`<urn:uuid:${PHONE}> `.repeat(1000)));
  await invite({ ...list('<urn:uuid:1> "'), from: 'carol' });
  expect(pushes.calls.map(({ pushed }) => pushed)).toEqual([[], [PHONE]]);
});

test('D78 a flood of calls is limited for each caller and callee, and leaves nothing behind', async () => {
  const statuses: (number | undefined)[] = [];
  for (let count = 0; count <= AGENT_LIMITS.pushedCallsPerCaller; count += 1) statuses.push(await invite());
  expect(statuses.filter((status) => status === undefined)).toHaveLength(AGENT_LIMITS.pushedCallsPerCaller);
  expect(statuses.at(-1)).toBe(504);
  expect(await invite({ from: 'carol' })).toBe(504);
  clock.advance(AGENT_LIMITS.ringMs);
  await settle();
  expect(pushes.calls.every(({ end }) => end?.outcome === 'missed')).toBe(true);
  expect(await invite({ from: 'carol' })).toBeUndefined();
});

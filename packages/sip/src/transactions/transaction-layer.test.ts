import { beforeEach, expect, test } from 'vitest';
import type { SipMessage, SipRequest, SipResponse } from '../message.ts';
import { header, headers, prependHeader } from '../message.ts';
import { tagOf } from '../name-addr.ts';
import { createResponse } from '../response.ts';
import { TRANSACTION_TIMEOUT_MS } from './timers.ts';
import type { ServerTransaction } from './transaction.ts';
import type { TransactionLayer } from './transaction-layer.ts';
import { createTransactionLayer } from './transaction-layer.ts';

let timers: { at: number; run: () => void }[];
let now: number;
let sent: { message: SipMessage; flow: string }[];
let opened: ServerTransaction[];
let acks: SipRequest[];
let strays: SipResponse[];
let heard: (number | string)[];
let onSent: (() => void) | undefined;
/** Bytes reserved for each flow; `room` is the most for one flow. */
let reserved: Map<string, number>;
let room: number;
let overloads: SipRequest[];
let layer: TransactionLayer;

function advance(ms: number): void {
  now += ms;
  for (const timer of timers.filter(({ at }) => at <= now)) {
    if (!timers.includes(timer)) continue;
    timers.splice(timers.indexOf(timer), 1);
    timer.run();
  }
}

beforeEach(() => {
  [timers, sent, opened, acks, strays, heard, now] = [[], [], [], [], [], [], 0];
  onSent = undefined;
  [reserved, room, overloads] = [new Map(), Number.POSITIVE_INFINITY, []];
  let branch = 0;
  layer = createTransactionLayer({
    clock: {
      now: () => now,
      setTimer: (delayMs, run) => {
        const timer = { at: now + delayMs, run };
        timers.push(timer);
        return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
      },
    },
    send: (message, flow) => {
      sent.push({ message, flow });
      onSent?.();
    },
    createBranch: () => String(++branch),
    sentBy: 'server.invalid',
    isStateless: (flow) => flow === 'unproven',
    reserve: (flow, bytes) => {
      const change = (by: number): void => void reserved.set(flow, (reserved.get(flow) ?? 0) + by);
      let held = 0;
      const add = (more: number): void => {
        held += more;
        change(more);
      };
      if ((reserved.get(flow) ?? 0) + bytes > room) return undefined;
      add(bytes);
      return { add, release: () => change(-held) };
    },
  });
});

/** Passes a message to the layer and records what the element has to handle. */
function receive(message: SipMessage, flow: string): void {
  const received = layer.receive(message, flow);
  if (received?.kind === 'request') opened.push(received.transaction);
  else if (received?.kind === 'ack') acks.push(received.request);
  else if (received?.kind === 'strayResponse') strays.push(received.response);
  else if (received?.kind === 'overload') overloads.push(received.request);
}

const request = (method: string, branch = 'z9hG4bKa', cseqMethod = method): SipRequest => ({
  kind: 'request',
  method,
  uri: 'sip:bobby@demo.example',
  headers: [
    { name: 'Via', value: `SIP/2.0/WS a.invalid;branch=${branch}` },
    { name: 'From', value: '<sip:alice@demo.example>;tag=1' },
    { name: 'To', value: '<sip:bobby@demo.example>' },
    { name: 'Call-ID', value: 'call' },
    { name: 'CSeq', value: `7 ${cseqMethod}` },
  ],
  body: '',
});
const handler = {
  response: (response: SipResponse) => void heard.push(response.status),
  timedOut: () => void heard.push('timedOut'),
  flowLost: () => void heard.push('flowLost'),
};
const lastSent = (): SipMessage => sent.at(-1)?.message ?? expect.fail('nothing was sent');
function lastRequest(): SipRequest {
  const message = lastSent();
  return message.kind === 'request' ? message : expect.fail('the last message is not a request');
}
const requestsSent = (): SipRequest[] =>
  sent.flatMap(({ message }) => (message.kind === 'request' ? [message] : []));
const statuses = (): number[] =>
  sent.flatMap(({ message }) => (message.kind === 'response' ? [message.status] : []));

test('RFC 3261 §26.1.5 attack: the answer that is kept for a repeated request counts as memory, and the one before it no longer', () => {
  receive(request('INVITE'), 'a');
  const before = reserved.get('a') ?? 0;
  const respond = (status: number, length: number): number => {
    opened[0]?.respond(createResponse(request('INVITE'), status, { body: 'x'.repeat(length) }));
    return (reserved.get('a') ?? 0) - before;
  };
  expect(respond(183, 50_000)).toBeGreaterThan(100_000);
  expect(respond(180, 10)).toBeLessThan(2000);
  expect(respond(486, 50_000)).toBeGreaterThan(100_000);
  receive(request('ACK', 'z9hG4bKa', 'ACK'), 'a');
  expect(reserved.get('a')).toBe(0);
});

test('a retransmitted request is absorbed and its last answer is sent again', () => {
  receive(request('INVITE'), 'a');
  opened[0]?.respond(createResponse(request('INVITE'), 180));
  receive(request('INVITE'), 'a');
  expect(opened).toHaveLength(1);
  expect(statuses()).toEqual([180, 180]);
});

test('the ACK of a refusal is absorbed, and the ACK of a 2xx is passed on', () => {
  receive(request('INVITE'), 'a');
  opened[0]?.respond(createResponse(request('INVITE'), 486));
  receive(request('ACK', 'z9hG4bKa', 'ACK'), 'a');
  expect(acks).toHaveLength(0);
  expect(layer.counts()).toEqual({ client: 0, server: 0 });
  receive(request('ACK', 'z9hG4bKb', 'ACK'), 'a');
  expect(acks).toHaveLength(1);
});

test('a matching CANCEL from the same flow is answered with 200 and cancels its INVITE', () => {
  receive(request('INVITE'), 'a');
  const [invite] = opened;
  if (invite === undefined) throw new Error('no INVITE');
  let cancelled = 0;
  invite.onCancel = () => cancelled++;
  receive(request('CANCEL', 'z9hG4bKa'), 'stranger');
  expect([statuses(), cancelled]).toEqual([[481], 0]);
  receive(request('CANCEL', 'z9hG4bKa'), 'a');
  expect([statuses(), cancelled]).toEqual([[481, 200], 1]);
  receive(request('CANCEL', 'z9hG4bKx'), 'a');
  expect(statuses()).toEqual([481, 200, 481]);
});

test.each([
  ['nothing yet', undefined, '1'],
  ['100, which has no tag', 100, '1'],
  ['180', 180, 'ringing'],
])('RFC 3261 §9.2 the answer to CANCEL has a tag, that of the INVITE after %s', (_name, status, tag) => {
  receive(request('INVITE'), 'a');
  const invite = opened[0] ?? expect.fail('no INVITE');
  if (status !== undefined) invite.respond(createResponse(invite.request, status, { toTag: 'ringing' }));
  receive(request('CANCEL'), 'a');
  expect(tagOf(header(sent.at(-1)?.message ?? expect.fail(), 'To'))).toBe(tag);
  receive(request('CANCEL', 'z9hG4bKx'), 'a');
  expect(tagOf(header(sent.at(-1)?.message ?? expect.fail(), 'To'))).toMatch(/^\d$/);
});

test('a request is sent with the own Via, and its answers are passed on without it', () => {
  layer.send(request('OPTIONS'), 'b', handler);
  const out = lastRequest();
  expect(headers(out, 'Via')).toHaveLength(2);
  expect(header(out, 'Via')).toMatch(/^SIP\/2\.0\/WS server\.invalid;branch=z9hG4bK/);
  let vias: readonly string[] = [];
  layer.send(request('OPTIONS'), 'b', {
    ...handler,
    response: (response) => void (vias = headers(response, 'Via')),
  });
  receive(createResponse(lastRequest(), 200), 'b');
  expect(vias).toEqual(headers(request('OPTIONS'), 'Via'));
});

test('only the flow of the request may answer it, and an answer without request is a stray', () => {
  layer.send(request('OPTIONS'), 'b', handler);
  receive(createResponse(lastRequest(), 200), 'stranger');
  expect(heard).toEqual([]);
  receive(createResponse(lastRequest(), 200), 'b');
  expect(heard).toEqual([200]);
  receive(createResponse(lastRequest(), 200), 'b');
  expect(strays).toHaveLength(1);
});

test('answers are admitted from the flow of the request only: a few provisional ones and one final', () => {
  layer.send(request('INVITE'), 'b', handler);
  const out = lastRequest();
  const admit = (status: number, flow = 'b'): boolean => layer.admit(createResponse(out, status), flow);
  expect(admit(200, 'stranger')).toBe(false);
  const provisional = Array.from({ length: 20 }, () => admit(180));
  expect(provisional).toEqual(provisional.map((_, n) => n < 9));
  expect([admit(200), admit(200), admit(180)]).toEqual([true, false, false]);
  expect(heard).toEqual([]);
  layer.send(request('OPTIONS'), 'b', handler);
  const late = createResponse(lastRequest(), 200);
  receive(late, 'b');
  expect(layer.admit(late, 'b')).toBe(false);
});

test('a refused INVITE is acknowledged on its own branch with the tag of the refusal', () => {
  layer.send(request('INVITE'), 'b', handler);
  const out = lastRequest();
  receive(createResponse(out, 486, { toTag: 'b' }), 'b');
  const ack = lastRequest();
  expect(ack.method).toBe('ACK');
  expect(header(ack, 'Via')).toBe(header(out, 'Via'));
  expect(header(ack, 'To')).toContain('tag=b');
  expect(header(ack, 'CSeq')).toBe('7 ACK');
  expect(layer.counts().client).toBe(0);
});

test('CANCEL waits for a provisional answer, is sent once, and times out after 64·T1', () => {
  const transaction = layer.send(request('INVITE'), 'b', handler);
  transaction.cancel([{ name: 'Reason', value: 'SIP;cause=200' }]);
  transaction.cancel([]);
  expect(sent).toHaveLength(1);
  receive(createResponse(lastRequest(), 180), 'b');
  const cancel = lastRequest();
  expect([cancel.method, header(cancel, 'Reason'), header(cancel, 'CSeq')]).toEqual([
    'CANCEL',
    'SIP;cause=200',
    '7 CANCEL',
  ]);
  expect(sent).toHaveLength(2);
  advance(TRANSACTION_TIMEOUT_MS);
  expect(heard).toEqual([180, 'timedOut']);
  expect(layer.counts()).toEqual({ client: 0, server: 0 });
});

test('CANCEL requested while the first provisional answer is passed on is sent once', () => {
  const transaction = layer.send(request('INVITE'), 'b', {
    ...handler,
    response: () => transaction.cancel([]),
  });
  receive(createResponse(lastRequest(), 180), 'b');
  receive(createResponse(requestsSent()[0] ?? expect.fail(), 183), 'b');
  expect(requestsSent().map(({ method }) => method)).toEqual(['INVITE', 'CANCEL']);
});

test('provisional answers after CANCEL do not extend its timeout of 64·T1', () => {
  const transaction = layer.send(request('INVITE'), 'b', handler);
  const invite = lastRequest();
  receive(createResponse(invite, 180), 'b');
  transaction.cancel([]);
  receive(createResponse(invite, 180), 'b');
  advance(TRANSACTION_TIMEOUT_MS);
  expect(heard).toEqual([180, 180, 'timedOut']);
  expect([layer.counts(), timers.length]).toEqual([{ client: 0, server: 0 }, 0]);
});

test('a request that is not an INVITE or has its final answer is not cancelled', () => {
  const bye = layer.send(request('BYE'), 'b', handler);
  bye.cancel([]);
  receive(createResponse(lastRequest(), 100), 'b');
  bye.cancel([]);
  const invite = layer.send(request('INVITE'), 'b', handler);
  receive(createResponse(lastRequest(), 200), 'b');
  invite.cancel([]);
  expect(requestsSent().map(({ method }) => method)).toEqual(['BYE', 'INVITE']);
});

test('another flow that knows a branch can neither retransmit, acknowledge nor cancel the request', () => {
  receive(request('INVITE'), 'a');
  receive(request('INVITE'), 'stranger');
  expect(opened.map(({ flow }) => flow)).toEqual(['a', 'stranger']);
  opened[0]?.respond(createResponse(request('INVITE'), 486));
  receive(request('ACK', 'z9hG4bKa', 'ACK'), 'other');
  expect(layer.counts().server).toBe(2);
});

test('an ACK that arrives while the refusal is sent leaves no timer', () => {
  onSent = () => {
    onSent = undefined;
    receive(request('ACK'), 'a');
  };
  receive(request('INVITE'), 'a');
  opened[0]?.respond(createResponse(request('INVITE'), 486));
  expect([timers.length, layer.counts().server]).toEqual([0, 0]);
});

test('a handler that sends again on a lost flow does not cause an endless loop', () => {
  let again = 0;
  layer.send(request('OPTIONS'), 'b', {
    ...handler,
    flowLost: () => {
      again++;
      layer.send(request('OPTIONS'), 'b', { ...handler, flowLost: () => void again++ });
    },
  });
  layer.flowLost('b');
  expect([again, layer.counts().client]).toEqual([1, 1]);
});

test('timers B and F: a request without an answer times out', () => {
  layer.send(request('INVITE'), 'b', handler);
  layer.send(request('BYE'), 'b', handler);
  advance(TRANSACTION_TIMEOUT_MS - 1);
  expect(heard).toEqual([]);
  advance(1);
  expect(heard).toEqual(['timedOut', 'timedOut']);
});

test('timer H: a refusal without ACK is dropped', () => {
  receive(request('INVITE'), 'a');
  opened[0]?.respond(createResponse(request('INVITE'), 404));
  advance(TRANSACTION_TIMEOUT_MS);
  expect(layer.counts().server).toBe(0);
});

test('all 2xx from different branches are passed on, and the transaction ends after 64·T1', () => {
  layer.send(request('INVITE'), 'b', handler);
  const out = lastRequest();
  receive(createResponse(out, 200, { toTag: 'one' }), 'b');
  receive(createResponse(out, 200, { toTag: 'two' }), 'b');
  expect(heard).toEqual([200, 200]);
  advance(TRANSACTION_TIMEOUT_MS);
  expect(layer.counts().client).toBe(0);
});

test('a lost flow fails its client transactions and drops its server transactions', () => {
  let isLost = false;
  layer.send(request('INVITE'), 'b', handler);
  receive(request('INVITE'), 'b');
  const [transaction] = opened;
  if (transaction === undefined) throw new Error('no INVITE');
  transaction.onFlowLost = () => (isLost = true);
  layer.flowLost('b');
  expect([heard, isLost, layer.counts(), timers.length]).toEqual([
    ['flowLost'],
    true,
    { client: 0, server: 0 },
    0,
  ]);
  const before = sent.length;
  transaction.respond(createResponse(request('INVITE'), 200));
  expect(sent).toHaveLength(before);
});

test('requests of RFC 2543, and with a branch that is only the cookie, match by their other fields', () => {
  for (const branch of ['z9hG4bK', 'old']) {
    receive(request('OPTIONS', branch), 'a');
    receive(request('OPTIONS', branch), 'a');
  }
  expect(opened).toHaveLength(2);
  receive(prependHeader(request('OPTIONS', 'old'), 'Via', 'SIP/2.0/WS other.invalid'), 'a');
  expect(opened).toHaveLength(3);
});

test('closing leaves no timer', () => {
  layer.send(request('INVITE'), 'b', handler);
  layer.close();
  expect([timers.length, layer.counts()]).toEqual([0, { client: 0, server: 0 }]);
});

const KIB = 1024;
const withBody = (message: SipRequest, kib: number): SipRequest => ({
  ...message,
  body: 'x'.repeat(kib * KIB),
});
const reservedFor = (flow: string): number => reserved.get(flow) ?? 0;

test('RFC 3261 §8.2.7 §26.3.2.4 a refused INVITE of an unproven flow keeps nothing, and its ACK goes to the element', () => {
  receive(request('INVITE'), 'unproven');
  opened[0]?.respond(createResponse(request('INVITE'), 407));
  expect([layer.counts().server, timers.length, statuses()]).toEqual([0, 0, [407]]);
  receive(request('ACK'), 'unproven');
  expect([acks.length, statuses()]).toEqual([1, [407]]);
  opened[0]?.respond(createResponse(request('INVITE'), 200));
  expect(statuses()).toEqual([407]);
});

test('a request reserves memory for its flow until it is answered, an INVITE until its ACK or 64·T1', () => {
  receive(withBody(request('MESSAGE', 'z9hG4bKm'), 60), 'a');
  expect(reservedFor('a')).toBeGreaterThan(120 * KIB);
  opened[0]?.respond(createResponse(request('MESSAGE'), 200));
  expect(reservedFor('a')).toBe(0);
  receive(withBody(request('INVITE'), 60), 'a');
  opened[1]?.respond(createResponse(request('INVITE'), 486));
  expect(reservedFor('a')).toBeGreaterThan(0);
  receive(request('ACK'), 'a');
  expect(reservedFor('a')).toBe(0);
  receive(withBody(request('INVITE', 'z9hG4bKb'), 60), 'a');
  opened[2]?.respond(createResponse(request('INVITE', 'z9hG4bKb'), 200));
  expect(reservedFor('a')).toBeGreaterThan(0);
  advance(TRANSACTION_TIMEOUT_MS);
  expect(reservedFor('a')).toBe(0);
});

test('a request that was sent on stays reserved until the last of its branches has ended', () => {
  receive(withBody(request('MESSAGE'), 60), 'a');
  const cause = opened[0] ?? expect.fail('no MESSAGE');
  for (const flow of ['b', 'c']) layer.send(cause.request, flow, { ...handler, cause });
  const [first] = requestsSent();
  receive(createResponse(first ?? expect.fail(), 200), 'b');
  cause.respond(createResponse(cause.request, 200));
  expect(layer.counts()).toEqual({ client: 1, server: 0 });
  expect(reservedFor('a')).toBeGreaterThan(120 * KIB);
  advance(TRANSACTION_TIMEOUT_MS);
  expect([layer.counts().client, reservedFor('a')]).toEqual([0, 0]);
});

test('refusals that wait for the other branches of their request are reserved as well', () => {
  receive(request('INVITE'), 'a');
  const cause = opened[0] ?? expect.fail('no INVITE');
  for (const flow of ['b', 'c']) layer.send(cause.request, flow, { ...handler, cause });
  const before = reservedFor('a');
  const refusal = createResponse(requestsSent()[0] ?? expect.fail(), 486, { body: 'x'.repeat(60 * KIB) });
  receive(refusal, 'b');
  expect(reservedFor('a') - before).toBeGreaterThan(120 * KIB);
  layer.flowLost('a');
  layer.flowLost('c');
  expect(reservedFor('a')).toBe(0);
});

test('a request for which there is no memory opens nothing', () => {
  room = 200 * KIB;
  for (const branch of ['z9hG4bK1', 'z9hG4bK2', 'z9hG4bK3'])
    receive(withBody(request('MESSAGE', branch), 60), 'a');
  expect([opened.length, overloads.length, layer.counts().server]).toEqual([1, 2, 1]);
  receive(withBody(request('MESSAGE', 'z9hG4bK4'), 60), 'b');
  expect(opened).toHaveLength(2);
  layer.flowLost('a');
  receive(withBody(request('MESSAGE', 'z9hG4bK5'), 60), 'a');
  expect(opened).toHaveLength(3);
  layer.close();
  expect([reservedFor('a'), reservedFor('b')]).toEqual([0, 0]);
});

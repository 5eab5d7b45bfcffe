import type { Header, SipMessage, SipRequest, SipResponse } from '@samtal/sip';
import { createResponse, header, headers, parseMessage, serialize, tagOf } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, describe, expect, test } from 'vitest';
import { digestHash as hash } from '../crypto/digest-hash.ts';
import { createServiceAdmission } from './admission/call-admission.ts';
import { createAnswering } from './answering.ts';
import { callsWith } from './call/call.ts';
import type { TextSocketHandlers } from './ports.ts';
import type { AgentEffect, AgentEvent, CreateAgent } from './server-agent.ts';
import { echo } from './services/echo.ts';
import type { SipUserAgent } from './sip-user-agent.ts';
import { createSipUserAgent } from './sip-user-agent.ts';

type Wire = { readonly handlers: TextSocketHandlers; readonly sent: string[]; isClosed: boolean };

let clock: FakeClock;
let wires: Wire[];
let warnings: string[];

beforeEach(() => {
  [clock, wires, warnings] = [createFakeClock(), [], []];
});

const createEcho: CreateAgent = (agentCall) =>
  createAnswering({ call: agentCall, service: echo, returnsMedia: true, openMedia: undefined });

/** The echo service; `react` gets each event first, and may return the effects in its place. */
const echoBut =
  (react: (event: AgentEvent) => readonly AgentEffect[] | undefined): CreateAgent =>
  (agentCall) => {
    const agent = createEcho(agentCall);
    return (event) => react(event) ?? agent(event);
  };

function start(createAgent: CreateAgent = createEcho): SipUserAgent {
  let tokens = 0;
  return createSipUserAgent({
    sipUri: 'wss://sip.demo.example/sip',
    domain: 'demo.example',
    username: 'echo',
    password: 'secret',
    openCall: callsWith(createAgent),
    admit: createServiceAdmission(50),
    clock,
    log: { info: () => undefined, warn: ({ event }) => warnings.push(event) },
    hash,
    createToken: () => `t${++tokens}`,
    connect: (_uri, handlers) => {
      const wire: Wire = { handlers, sent: [], isClosed: false };
      wires.push(wire);
      return {
        send: (text) => wire.sent.push(text),
        close: () => {
          wire.isClosed = true;
          handlers.closed('asked to');
        },
      };
    },
  });
}

const lastWire = (): Wire => wires.at(-1) ?? expect.fail('no connection');

/** The messages that the agent has sent since the last call of this function. */
function take(): SipMessage[] {
  return lastWire()
    .sent.splice(0)
    .map((text) => {
      const result = parseMessage(text);
      return result.ok ? result.message : expect.fail(`the agent sent rubbish: ${result.reason}`);
    });
}
function takeRequest(method: string): SipRequest {
  const [message, ...more] = take();
  expect(more).toEqual([]);
  if (message?.kind !== 'request') throw new Error('no request');
  expect(message.method).toBe(method);
  return message;
}
/** Each message in short: the method of a request, the status of a response. */
const told = (messages: readonly SipMessage[]): (string | number)[] =>
  messages.map((message) => (message.kind === 'request' ? message.method : message.status));
const takeTold = (): (string | number)[] => told(take());

const give = (message: SipMessage): void => lastWire().handlers.received(serialize(message));
const answer = (request: SipRequest, status: number, fields: readonly Header[] = []): void =>
  give(createResponse(request, status, { toTag: 'peer', headers: fields }));

const challenge = (algorithm: string, nonce: string, more = ''): Header => ({
  name: 'WWW-Authenticate',
  value: `Digest realm="demo.example", nonce="${nonce}", algorithm=${algorithm}, qop="auth"${more}`,
});

/** An agent with a registration so long that no refresh is sent during the test. */
function startRegistered(createAgent?: CreateAgent): SipUserAgent {
  const agent = start(createAgent);
  lastWire().handlers.opened();
  answer(takeRequest('REGISTER'), 200, [{ name: 'Expires', value: '86400' }]);
  return agent;
}

const offer =
  'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=rtt:sip-message\r\nm=audio 9 RTP/AVP 0\r\na=mid:0\r\n';

let branches = 0;
type Extra = {
  from?: string;
  body?: string;
  type?: string;
  without?: string;
  headers?: readonly Header[];
  branch?: string;
};

/** A request of the caller, forwarded by a proxy with Record-Route. */
function request(
  method: string,
  number: number,
  extra: Extra & { callId?: string; toTag?: string } = {},
): SipRequest {
  const { callId = 'call', toTag, body = '', type, without } = extra;
  const fields: Header[] = [
    { name: 'Via', value: `SIP/2.0/WS proxy.invalid;branch=${extra.branch ?? `z9hG4bKp${++branches}`}` },
    { name: 'Max-Forwards', value: '69' },
    { name: 'From', value: extra.from ?? '<sip:alice@demo.example>;tag=alice' },
    { name: 'To', value: `<sip:echo@demo.example>${toTag === undefined ? '' : `;tag=${toTag}`}` },
    { name: 'Call-ID', value: callId },
    { name: 'CSeq', value: `${number} ${method}` },
    { name: 'Contact', value: '<sip:alice@a.invalid;transport=ws>' },
    { name: 'Record-Route', value: '<sip:token1@demo.example;lr>' },
    { name: 'Record-Route', value: '<sip:token2@demo.example;lr>' },
    ...(type === undefined ? [] : [{ name: 'Content-Type', value: type }]),
    ...(extra.headers ?? []),
  ];
  return {
    kind: 'request',
    method,
    uri: 'sip:echo@t1.invalid;transport=ws',
    headers: fields.filter(({ name }) => name !== without),
    body,
  };
}
const invite = (callId = 'call', extra: Extra = {}): SipRequest =>
  request('INVITE', 1, { body: offer, type: 'application/sdp', callId, ...extra });

/** Calls, sends ACK and receives the greeting; returns the tag of the agent. */
function call(callId = 'call', extra: Extra = {}): string {
  give(invite(callId, extra));
  const answers = take();
  expect(told(answers)).toEqual([180, 200]);
  const toTag = tagOf(header(answers[1] ?? invite(), 'To')) ?? expect.fail('no tag');
  give(request('ACK', 1, { ...extra, callId, toTag }));
  return toTag;
}
function callAndTakeGreeting(callId = 'call', extra: Extra = {}): string {
  const toTag = call(callId, extra);
  answer(takeRequest('MESSAGE'), 200);
  return toTag;
}
/** Waits until an agent that has just sent text may send more (decision D11). */
const pause = (): void => clock.advance(250);
const say = (text: string, number: number, toTag: string, callId = 'call'): void =>
  give(request('MESSAGE', number, { body: text, type: 'text/plain;charset=UTF-8', toTag, callId }));

describe('registration', () => {
  test('REG-01 registers with digest, refreshes at half of the granted time', async () => {
    const agent = start();
    expect(lastWire().sent).toEqual([]);
    lastWire().handlers.opened();
    expect(lastWire().sent).toEqual([
      [
        'REGISTER sip:demo.example SIP/2.0',
        'Via: SIP/2.0/WS t1.invalid;branch=z9hG4bKt4',
        'Max-Forwards: 70',
        'From: <sip:echo@demo.example>;tag=t3',
        'To: <sip:echo@demo.example>',
        'Call-ID: t2',
        'CSeq: 1 REGISTER',
        'Contact: <sip:echo@t1.invalid;transport=ws>;expires=600',
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
    ]);
    answer(takeRequest('REGISTER'), 401, [challenge('MD5', 'n1'), challenge('SHA-256', 'n1')]);
    const second = takeRequest('REGISTER');
    expect(header(second, 'CSeq')).toBe('2 REGISTER');
    const a1 = hash('MD5', 'echo:demo.example:secret');
    const response = hash('MD5', `${a1}:n1:00000001:t5:auth:${hash('MD5', 'REGISTER:sip:demo.example')}`);
    expect(header(second, 'Authorization')).toBe(
      `Digest username="echo", realm="demo.example", nonce="n1", uri="sip:demo.example", response="${response}", algorithm=MD5, cnonce="t5", qop=auth, nc=00000001`,
    );
    answer(second, 200, [
      { name: 'Contact', value: '<sip:other@x.invalid>;expires=9' },
      { name: 'Contact', value: '<sip:echo@t1.invalid;transport=ws>;expires=120' },
    ]);
    await agent.ready;
    clock.advance(59_999);
    expect(take()).toEqual([]);
    clock.advance(1);
    const refresh = takeRequest('REGISTER');
    expect(header(refresh, 'Authorization')).toContain('nc=00000002');
    answer(refresh, 401, [challenge('MD5', 'n2', ', stale=true')]);
    const renewed = takeRequest('REGISTER');
    expect(header(renewed, 'Authorization')).toMatch(/nonce="n2".*nc=00000001/);
    answer(renewed, 200);
    expect(warnings).toEqual([]);
  });

  test('a wrong password is retried only after a delay', () => {
    start();
    lastWire().handlers.opened();
    answer(takeRequest('REGISTER'), 401, [challenge('MD5', 'n1')]);
    answer(takeRequest('REGISTER'), 401, [challenge('MD5', 'n2')]);
    expect([take(), warnings]).toEqual([[], ['agent_registration_failed']]);
    clock.advance(1_000);
    expect(header(takeRequest('REGISTER'), 'Authorization')).toBeUndefined();
  });

  test('the retries for endless stale challenges are limited', () => {
    start();
    lastWire().handlers.opened();
    for (let round = 0; round < 4; round++) {
      answer(takeRequest('REGISTER'), 401, [challenge('MD5', `n${round}`, ', stale=true')]);
    }
    expect(take()).toEqual([]);
  });

  test('after 423 the agent requests a longer expiry', () => {
    start();
    lastWire().handlers.opened();
    answer(takeRequest('REGISTER'), 423, [{ name: 'Min-Expires', value: '1800' }]);
    const again = takeRequest('REGISTER');
    expect(header(again, 'Contact')).toContain('expires=1800');
    answer(again, 423, [{ name: 'Min-Expires', value: 'soon' }]);
    expect(take()).toEqual([]);
  });

  test('the agent reconnects with growing delays, and with a short one after a registration', () => {
    startRegistered();
    const waits = [1, 2, 4, 8, 16, 32, 60, 60];
    for (const seconds of waits) {
      const before = wires.length;
      lastWire().handlers.closed('gone');
      clock.advance(seconds * 1000 - 1);
      expect(wires).toHaveLength(before);
      clock.advance(1);
      expect(wires).toHaveLength(before + 1);
    }
    lastWire().handlers.opened();
    answer(takeRequest('REGISTER'), 200);
    const before = wires.length;
    lastWire().handlers.closed('gone');
    clock.advance(1_000);
    expect(wires).toHaveLength(before + 1);
  });

  test('the connection is closed when the registrar does not answer', () => {
    start();
    lastWire().handlers.opened();
    clock.advance(32_000);
    expect(lastWire().isClosed).toBe(true);
    clock.advance(1_000);
    expect(wires).toHaveLength(2);
  });

  test('messages from an old connection are ignored', () => {
    startRegistered();
    const [old] = wires;
    lastWire().handlers.closed('gone');
    clock.advance(1_000);
    lastWire().handlers.opened();
    take();
    old?.handlers.received(serialize(invite()));
    old?.handlers.closed('again');
    expect([old?.sent, take(), wires.length]).toEqual([[], [], 2]);
  });
});

const brief: CreateAgent = () => (event) =>
  event.type === 'invited' ? [{ do: 'answer', sdp: 'v=0\r\n' }, { do: 'hangUp' }] : [];

describe('calls', () => {
  test('D28 the agent rings, answers with its route and without media, and greets after the ACK', () => {
    startRegistered();
    give(invite());
    const [ringing, ok] = take() as SipResponse[];
    if (ringing === undefined || ok === undefined) throw new Error('no answer');
    expect([ringing.status, ok.status]).toEqual([180, 200]);
    const toTag = tagOf(header(ok, 'To')) ?? '';
    expect(tagOf(header(ringing, 'To'))).toBe(toTag);
    expect(headers(ok, 'Record-Route')).toEqual([
      '<sip:token1@demo.example;lr>',
      '<sip:token2@demo.example;lr>',
    ]);
    expect(header(ok, 'Contact')).toBe('<sip:echo@t1.invalid;transport=ws>');
    expect(header(ok, 'Content-Type')).toBe('application/sdp');
    expect(ok.body).toMatch(/\r\na=rtt:sip-message\r\nm=audio 0 RTP\/AVP 0\r\n/);
    give(request('ACK', 1, { toTag }));
    const [text = '', ...more] = lastWire().sent;
    expect(more).toEqual([]);
    expect(text.replace(/branch=\S+/, 'branch=…')).toBe(
      [
        'MESSAGE sip:alice@a.invalid;transport=ws SIP/2.0',
        'Via: SIP/2.0/WS t1.invalid;branch=…',
        'Route: <sip:token1@demo.example;lr>',
        'Route: <sip:token2@demo.example;lr>',
        'Max-Forwards: 70',
        `From: <sip:echo@demo.example>;tag=${toTag}`,
        'To: <sip:alice@demo.example>;tag=alice',
        'Call-ID: call',
        'CSeq: 1 MESSAGE',
        'Content-Type: text/plain;charset=UTF-8',
        'Content-Length: 54',
        '',
        'This is the echo service. What you type comes back.\u2028',
      ].join('\r\n'),
    );
  });

  test.each(['hi', '\b', 'a\u2028b', '\u0007', '👨‍👩‍👧‍👦🇸🇪', 'x'.repeat(250)])(
    'A-042 %j is returned',
    (text) => {
      startRegistered();
      const toTag = callAndTakeGreeting();
      pause();
      say(text, 2, toTag);
      const [ok, echoed] = take();
      expect(told([ok, echoed] as SipMessage[])).toEqual([200, 'MESSAGE']);
      expect(echoed?.body).toBe(text);
    },
  );

  test('A-042 texts are sent one at a time, in order', () => {
    startRegistered();
    const toTag = call();
    const greeting = takeRequest('MESSAGE');
    say('one', 2, toTag);
    expect(takeTold()).toEqual([200]);
    answer(greeting, 100);
    pause();
    expect(take()).toEqual([]);
    answer(greeting, 200);
    const one = takeRequest('MESSAGE');
    expect([one.body, header(one, 'CSeq')]).toEqual(['one', '2 MESSAGE']);
    pause();
    say('two', 3, toTag);
    expect(takeTold()).toEqual([200]);
    answer(one, 500);
    const two = takeRequest('MESSAGE');
    // U+FFFD: the text before it may not have arrived (decision D41).
    expect([two.body, header(two, 'CSeq')]).toEqual(['\uFFFDtwo', '3 MESSAGE']);
  });

  test('A-042 D11 texts are sent 250 ms apart, and what came meanwhile goes together', () => {
    startRegistered();
    const toTag = callAndTakeGreeting();
    say('one', 2, toTag);
    say('two', 3, toTag);
    expect(takeTold()).toEqual([200, 200]);
    clock.advance(249);
    expect(take()).toEqual([]);
    clock.advance(1);
    expect(takeRequest('MESSAGE').body).toBe('onetwo');
  });

  test.each([481, 408])('a text answered with %i ends the call (RFC 5057)', (status) => {
    startRegistered();
    call();
    answer(takeRequest('MESSAGE'), status);
    takeRequest('BYE');
  });

  test('BYE of the caller ends the call', () => {
    startRegistered();
    const toTag = callAndTakeGreeting();
    give(request('BYE', 2, { toTag }));
    expect(takeTold()).toEqual([200]);
    say('still there?', 3, toTag);
    expect(takeTold()).toEqual([481]);
  });

  test('A-066 BYE is answered after late text has arrived and all text is stored', async () => {
    const keep: (() => void)[] = [];
    const wait = (): readonly AgentEffect[] => [
      { do: 'takeAfter', stored: new Promise((resolve) => keep.push(resolve)) },
    ];
    startRegistered(echoBut(({ type }) => (type === 'hangingUp' || type === 'ended' ? wait() : undefined)));
    const toTag = call();
    takeRequest('MESSAGE');
    give(request('BYE', 2, { toTag }));
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    // Until the BYE is answered the call continues: text is still received.
    give(request('MESSAGE', 3, { toTag, body: 'late', type: 'text/plain' }));
    expect(takeTold()).toEqual([200]);
    for (const expected of [[], [200]]) {
      for (const run of keep) run();
      await turn();
      expect(takeTold()).toEqual(expected);
    }
  });

  test('the agent sends BYE after the ACK, not before', () => {
    startRegistered(brief);
    give(invite());
    const answers = take();
    expect(told(answers)).toEqual([200]);
    give(request('ACK', 1, { toTag: tagOf(header(answers[0] ?? invite(), 'To')) ?? '' }));
    expect(header(takeRequest('BYE'), 'CSeq')).toBe('1 BYE');
  });

  test('a missing ACK ends the call', () => {
    startRegistered();
    give(invite());
    take();
    clock.advance(32_000);
    takeRequest('BYE');
  });

  test('a call ends after an hour', () => {
    startRegistered();
    callAndTakeGreeting();
    clock.advance(3_600_000 - 1);
    expect(take().some((message) => message.kind === 'request' && message.method === 'BYE')).toBe(false);
    clock.advance(1);
    expect(take().some((message) => message.kind === 'request' && message.method === 'BYE')).toBe(true);
  });

  test.each([
    ['SIP;cause=200;text="Call completed elsewhere"', 200],
    ['Q.850;cause=16, SIP ; text="a;b" ;cause=603', 603],
    ['SIP;cause=6030', undefined],
    ['Q.850;cause=200', undefined],
    ['SIP', undefined],
  ])('RFC 3326 the agent learns the cause of a CANCEL: %s', (reason, cause) => {
    const ends: AgentEvent[] = [];
    startRegistered(() => (event) => {
      if (event.type === 'ended') ends.push(event);
      return [];
    });
    give(request('INVITE', 1, { branch: 'z9hG4bKr', body: offer, type: 'application/sdp' }));
    const headers = [{ name: 'Reason', value: reason }];
    give(request('CANCEL', 1, { branch: 'z9hG4bKr', headers }));
    expect(ends).toEqual([{ type: 'ended', cancelCause: cause }]);
  });

  test('CANCEL before the answer ends the call', () => {
    startRegistered(() => (event) => (event.type === 'invited' ? [{ do: 'ring' }] : []));
    give(invite('call', { branch: 'z9hG4bKringing' }));
    expect(takeTold()).toEqual([180]);
    give(request('CANCEL', 1, { branch: 'z9hG4bKringing' }));
    expect(takeTold()).toEqual([200, 487]);
    give(invite('next'));
    expect(takeTold()).toEqual([180]);
  });

  test('a re-INVITE is answered with a higher version; an invalid one does not change the call', () => {
    startRegistered();
    const toTag = callAndTakeGreeting();
    give(request('INVITE', 2, { toTag, body: offer, type: 'application/sdp' }));
    const [ok] = take();
    expect([ok?.kind === 'response' && ok.status, ok?.body.includes(' 2 IN IP4')]).toEqual([200, true]);
    give(request('ACK', 2, { toTag }));
    give(request('INVITE', 3, { toTag }));
    expect(takeTold()).toEqual([488]);
    pause();
    say('on', 4, toTag);
    expect(takeTold()).toEqual([200, 'MESSAGE']);
  });

  test('OPTIONS and INFO are answered, an out-of-order request is refused', () => {
    startRegistered();
    give(request('OPTIONS', 1));
    const [options] = take();
    expect(header(options as SipResponse, 'Allow')).toContain('INVITE');
    const toTag = callAndTakeGreeting();
    give(request('OPTIONS', 5, { toTag }));
    give(request('INFO', 6, { toTag, body: 'Signal=5\r\nDuration=2000', type: 'application/dtmf-relay' }));
    give(request('INFO', 4, { toTag, body: 'Signal=5', type: 'application/dtmf-relay' }));
    expect(takeTold()).toEqual([200, 200, 500]);
  });

  test.each([
    { name: 'no SDP', message: invite('call', { body: '' }), status: 488 },
    { name: 'garbage as SDP', message: invite('call', { body: '\u0000garbage' }), status: 400 },
    { name: 'another type', message: invite('call', { type: 'text/html' }), status: 415 },
    { name: 'no type', message: invite('call', { without: 'Content-Type' }), status: 415 },
    { name: 'no Contact', message: invite('call', { without: 'Contact' }), status: 400 },
    {
      name: 'a broken Contact',
      message: invite('call', { without: 'Contact', headers: [{ name: 'Contact', value: '<<' }] }),
      status: 400,
    },
    {
      name: 'an extension',
      message: invite('call', { headers: [{ name: 'Require', value: '100rel' }] }),
      status: 420,
    },
    { name: 'an unknown method', message: request('PUBLISH', 1), status: 405 },
    {
      name: 'a text without a call',
      message: request('MESSAGE', 1, { body: 'hi', type: 'text/plain' }),
      status: 481,
    },
    { name: 'a BYE without a call', message: request('BYE', 1, { toTag: 'x' }), status: 481 },
  ])('hostile: $name', ({ message, status }) => {
    startRegistered();
    give(message);
    expect(takeTold()).toEqual([status]);
    callAndTakeGreeting('another');
  });

  test('hostile: a text that is not SIP is dropped, a keep-alive is answered', () => {
    startRegistered();
    for (const text of ['', '\r\n', 'hello', '\u0000'.repeat(1000)]) lastWire().handlers.received(text);
    expect(lastWire().sent).toEqual([]);
    lastWire().handlers.received('\r\n\r\n');
    expect(lastWire().sent.splice(0)).toEqual(['\r\n']);
    callAndTakeGreeting();
  });

  test('a copy of an INVITE from another path is refused (RFC 3261 §8.2.2.2)', () => {
    startRegistered();
    give(invite());
    give(invite());
    expect(takeTold()).toEqual([180, 200, 482]);
  });

  test('the 51st call gets busy until another one ends', () => {
    startRegistered();
    const from = (index: number): Extra => ({
      from: `<sip:caller${index}@demo.example>;tag=alice`,
    });
    const tags = Array.from({ length: 50 }, (_, index) => callAndTakeGreeting(`call${index}`, from(index)));
    give(invite('one-more', from(50)));
    give(request('BYE', 2, { callId: 'call0', toTag: tags[0] ?? '' }));
    give(invite('and-another', from(50)));
    expect(takeTold()).toEqual([486, 200, 180, 200]);
  });

  test('text that is too fast or too long is refused, not dropped', () => {
    startRegistered();
    const toTag = callAndTakeGreeting();
    say('å'.repeat(651), 2, toTag);
    expect(takeTold()).toEqual([413]);
    clock.advance(1_000 - (clock.now() % 1_000));
    for (let index = 0; index < 25; index++) say('x', 3 + index, toTag);
    const statuses = takeTold().filter((each) => each !== 'MESSAGE');
    expect([statuses.slice(0, 20), statuses.slice(20)]).toEqual([Array(20).fill(200), Array(5).fill(500)]);
    clock.advance(1_000);
    say('y', 40, toTag);
    expect(takeTold()).toEqual([200]);
  });

  test('waiting text to a caller that answers no MESSAGE is limited', () => {
    startRegistered();
    const toTag = call();
    let accepted = 0;
    for (let index = 0; index < 150; index++) {
      clock.advance(100);
      say('x'.repeat(250), 2 + index, toTag);
      accepted += takeTold().filter((each) => each === 200).length;
    }
    expect(accepted).toBe(100);
  });

  test('an exception in one call ends only that call', () => {
    startRegistered(
      echoBut((event) => {
        if (event.type === 'textReceived' && event.text === 'crash') throw new Error('a mistake');
        return undefined;
      }),
    );
    const good = callAndTakeGreeting('good');
    const bad = callAndTakeGreeting('bad');
    say('crash', 2, bad, 'bad');
    expect(takeTold()).toEqual([500, 'BYE']);
    expect(warnings).toEqual(['agent_failed']);
    pause();
    say('fine', 2, good, 'good');
    expect(takeTold()).toEqual([200, 'MESSAGE']);
  });

  test('an exception at the INVITE refuses it', () => {
    startRegistered(() => () => {
      throw new Error('a mistake');
    });
    give(invite());
    give(invite('other'));
    expect(takeTold()).toEqual([500, 500]);
  });

  test('a lost connection ends its calls without BYE, and leaves only the timer to reconnect', () => {
    startRegistered();
    const toTag = callAndTakeGreeting();
    lastWire().handlers.closed('gone');
    expect(clock.pending()).toBe(1);
    clock.advance(1_000);
    lastWire().handlers.opened();
    answer(takeRequest('REGISTER'), 200);
    say('there?', 2, toTag);
    expect(takeTold()).toEqual([481]);
  });
});

describe('close', () => {
  test('ends calls, unregisters and leaves no timer', async () => {
    const agent = startRegistered(
      echoBut((event) => (event.type === 'invited' && event.allowsMessage ? [{ do: 'ring' }] : undefined)),
    );
    callAndTakeGreeting();
    give(invite('ringing', { headers: [{ name: 'Allow', value: 'INVITE, MESSAGE' }] }));
    take();
    const closed = agent.close();
    const messages = take();
    expect(told(messages)).toEqual(['BYE', 480, 'REGISTER']);
    expect(header(messages[2] as SipRequest, 'Contact')).toContain(';expires=0');
    await closed;
    expect([lastWire().isClosed, clock.pending()]).toEqual([true, 0]);
    await agent.close();
  });

  test('works while the agent waits to reconnect', async () => {
    const agent = start();
    lastWire().handlers.closed('refused');
    await agent.close();
    await agent.ready;
    expect([clock.pending(), wires.length]).toEqual([0, 1]);
  });
});

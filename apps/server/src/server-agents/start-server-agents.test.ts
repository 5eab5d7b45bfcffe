import type { SipMessage, SipRequest, SipResponse } from '@samtal/sip';
import { createResponse, header, headers, parseMessage, serialize } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { AGENT_LIMITS } from '../domain/limits/limits.ts';
import type { MissedCall } from '../domain/people/incoming-call.ts';
import type { Mailbox } from '../sip/routing/mailbox.ts';
import type { SipDirectory } from '../sip/sip-directory.ts';
import type { SipServer } from '../sip/sip-server.ts';
import { createSipServer } from '../sip/sip-server.ts';
import type { Connect, MessageStore, NewMessage, TextSocket } from './ports.ts';
import type { PositionStore } from './services/emergency.ts';
import { createPositionStore } from './services/emergency.ts';
import type { AgentLimits, RunningAgents } from './start-server-agents.ts';
import { type AgentName, startServerAgents } from './start-server-agents.ts';

const domain = 'demo.example';
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const names = ['echo', 'ivr', '112', 'noanswer', 'mailbox', 'alice', 'bobby'];

const directory: SipDirectory = {
  findCredentials: async (username) =>
    names.includes(username)
      ? [
          {
            user: {
              username,
              addresses: [`${username}@${domain}`],
              sessionId: undefined,
              isAnonymous: false,
              isServerAgent: true,
            },
            sipPassword: `${username}-secret`,
            isTouchDue: false,
          },
        ]
      : [],
  touchSession: async () => undefined,
  isKnownAddress: async (address) => names.includes(address.split('@')[0] ?? ''),
};

/** Waits until all pending work without a timer is done. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

type Stage = {
  readonly clock: FakeClock;
  readonly server: SipServer;
  readonly missed: readonly MissedCall[];
  readonly agents: RunningAgents;
  /** Registers a user whose phone the test controls. */
  join(name: 'alice' | 'bobby'): Promise<Phone>;
  /** Ends everything and returns the state that is left. */
  end(): Promise<ReturnType<SipServer['counters']>>;
};

type Phone = {
  /** The messages received since the last call of this function. */
  hear(): Promise<SipMessage[]>;
  speak(message: SipMessage): void;
  /** Sends a request outside any dialog, or in the dialog that `answer` has opened. */
  request(method: string, to: string, more?: RequestExtra): SipRequest;
  leave(): Promise<void>;
};

type RequestExtra = {
  readonly answer?: SipResponse;
  readonly type?: string;
  readonly body?: string;
  readonly fields?: SipRequest['headers'];
};

/** The embedded SIP server, its server agents, and phones that tests control. */
async function createStage(
  served: readonly AgentName[],
  more: {
    mailbox?: Mailbox;
    messages?: MessageStore;
    positions?: PositionStore;
    limits?: Partial<AgentLimits>;
  } = {},
): Promise<Stage> {
  const clock = createFakeClock();
  const missed: MissedCall[] = [];
  const server = createSipServer({
    domain,
    directory,
    clock,
    elapsedMs: () => clock.now(),
    log: silent,
    missed: (call) => missed.push(call),
    ...(more.mailbox === undefined ? {} : { mailbox: more.mailbox }),
  });
  const connect: Connect = (_uri, handlers) => {
    const flow = server.accept({
      remoteAddress: '192.0.2.1',
      serverAddress: { host: 'demo.example', port: 80, transport: 'ws' },
      send: (text) => handlers.received(text),
      close: () => handlers.closed('by the server'),
      terminate: () => handlers.closed('by the server'),
      proved: () => undefined,
      setReading: () => undefined,
    });
    queueMicrotask(() => handlers.opened());
    const close = (): void => {
      flow.closed();
      handlers.closed('by the client');
    };
    return { send: (text) => flow.receive(text), close };
  };
  const limits = { mailboxCalls: 8, mailboxMinutes: 10, mediaCalls: 2, textGatewayCalls: 20, ...more.limits };
  const shared = { sipUri: 'ws://127.0.0.1/sip', domain, clock, log: silent, limits };
  const accountOf = (username: string, agent: AgentName) => ({
    username,
    password: `${username}-secret`,
    agent,
  });
  const { messages, positions } = more;
  const agents = startServerAgents({
    ...shared,
    accounts: served.map((name) => accountOf(name, name)),
    connect,
    ...(messages === undefined ? {} : { messages }),
    ...(positions === undefined ? {} : { positions }),
  });
  await agents.ready;
  const phones: Phone[] = [];

  async function join(name: 'alice' | 'bobby'): Promise<Phone> {
    const heard: SipMessage[] = [];
    let socket: TextSocket | undefined;
    let number = 0;
    // The phone registers with the code of the server agents.
    const agent = startServerAgents({
      ...shared,
      accounts: [accountOf(name, 'echo')],
      connect: (uri, handlers) => {
        socket = connect(uri, {
          ...handlers,
          received: (text) => {
            const result = parseMessage(text);
            if (!result.ok) throw new Error(result.reason);
            if (header(result.message, 'CSeq')?.endsWith('REGISTER')) handlers.received(text);
            else heard.push(result.message);
          },
        });
        return socket;
      },
    });
    await agent.ready;
    const phone: Phone = {
      async hear() {
        await settle();
        return heard.splice(0);
      },
      speak: (message) => socket?.send(serialize(message)),
      request(method, to, { answer, type, body = '', fields = [] } = {}) {
        if (method !== 'ACK' && method !== 'CANCEL') number += 1;
        const contact = parseContact(answer);
        const message: SipRequest = {
          kind: 'request',
          method,
          uri: contact ?? `sip:${to}@${domain}`,
          body,
          headers: [
            {
              name: 'Via',
              value: `SIP/2.0/WS ${name}.invalid;branch=z9hG4bK${number}${method === 'CANCEL' ? 'INVITE' : method}`,
            },
            ...headersOf(answer, 'Record-Route')
              .toReversed()
              .map((value) => ({ name: 'Route', value })),
            { name: 'Max-Forwards', value: '70' },
            { name: 'From', value: `"${name}" <sip:${name}@${domain}>;tag=${name}` },
            { name: 'To', value: headersOf(answer, 'To')[0] ?? `<sip:${to}@${domain}>` },
            { name: 'Call-ID', value: `call-of-${name}` },
            { name: 'CSeq', value: `${number} ${method}` },
            { name: 'Contact', value: `<sip:${name}@${name}.invalid;transport=ws>` },
            ...(type === undefined ? [] : [{ name: 'Content-Type', value: type }]),
            ...fields,
          ],
        };
        phone.speak(message);
        return message;
      },
      leave: () => agent.close(),
    };
    phones.push(phone);
    return phone;
  }

  return {
    clock,
    server,
    missed,
    agents,
    join,
    async end() {
      await agents.close();
      for (const phone of phones) await phone.leave();
      await settle();
      server.shutDown();
      return server.counters();
    },
  };
}

const headersOf = (answer: SipResponse | undefined, name: string): readonly string[] =>
  answer === undefined ? [] : headers(answer, name);

const parseContact = (answer: SipResponse | undefined): string | undefined =>
  /<([^>]*)>/.exec(headersOf(answer, 'Contact')[0] ?? '')?.[1];

const finalAnswerIn = (messages: readonly SipMessage[]): SipResponse | undefined =>
  messages.find((message): message is SipResponse => message.kind === 'response' && message.status >= 200);

/** Texts received by MESSAGE; each is answered, so that the next one is sent 250 ms later. */
async function hearTexts(phone: Phone, clock: FakeClock): Promise<string> {
  let texts = '';
  for (;;) {
    const before = await phone.hear();
    clock.advance(250);
    const came = [...before, ...(await phone.hear())].filter(
      (message) => message.kind === 'request' && message.method === 'MESSAGE',
    );
    if (came.length === 0) return texts;
    for (const message of came) {
      if (message.kind !== 'request') continue;
      texts += message.body;
      phone.speak(createResponse(message, 200));
    }
  }
}

const sdp = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\na=rtt:sip-message\r\nm=audio 9 RTP/AVP 0\r\n';
const sdpType = { type: 'application/sdp', body: sdp };
const textType = 'text/plain;charset=UTF-8';
const nothingLeft = {
  flows: 0,
  bindings: 0,
  dialogs: 0,
  clientTransactions: 0,
  serverTransactions: 0,
  subscriptions: 0,
};

/** Calls with text by MESSAGE, and acknowledges a 2xx. @returns the final response */
async function call(phone: Phone, to: string, more: object = sdpType) {
  phone.request('INVITE', to, more);
  return acknowledge(phone, to);
}

async function acknowledge(phone: Phone, to: string) {
  const answer = finalAnswerIn(await phone.hear());
  if (answer !== undefined && answer.status < 300) phone.request('ACK', to, { answer });
  return answer;
}

const statusesIn = async (phone: Phone) =>
  (await phone.hear()).map((message) => (message.kind === 'response' ? message.status : message.method));

test('D28 the echo agent registers with the embedded SIP server, and a caller gets its text back', async () => {
  const stage = await createStage(['echo']);
  const alice = await stage.join('alice');
  expect(stage.server.counters()).toMatchObject({ flows: 2, bindings: 2 });
  const answer = await call(alice, 'echo');
  expect(answer?.body).toContain('a=rtt:sip-message\r\nm=audio 0 RTP/AVP 0');
  expect(await hearTexts(alice, stage.clock)).toContain('echo service');

  const text = 'hej\b👋\u2028';
  alice.request('MESSAGE', 'echo', { ...(answer && { answer }), type: textType, body: text });
  const answers = await alice.hear();
  const told = new Set(
    answers.map((message) => (message.kind === 'request' ? message.body : message.status)),
  );
  expect(told).toEqual(new Set([200, text]));

  await stage.agents.close();
  expect(new Set(await statusesIn(alice))).toEqual(new Set(['BYE']));
  expect(await stage.end()).toEqual(nothingLeft);
});

test('DTMF-03 SIP-04 D28 the ivr agent returns the digits that arrive by INFO', async () => {
  const stage = await createStage(['ivr']);
  const alice = await stage.join('alice');
  const answer = await call(alice, 'ivr');
  expect(await hearTexts(alice, stage.clock)).toContain('Press digits');
  for (const digit of ['5', '#']) {
    alice.request('INFO', 'ivr', {
      ...(answer && { answer }),
      type: 'application/dtmf-relay',
      body: `Signal=${digit}\r\nDuration=2000\r\n`,
    });
  }
  expect(await hearTexts(alice, stage.clock)).toBe('You pressed 5\u2028You pressed #\u2028');
  expect(await stage.end()).toEqual(nothingLeft);
});

test('GEO-03 D19 D28 112 reads the positions in INVITE and INFO, and returns both as text', async () => {
  const positions = createPositionStore();
  const stage = await createStage(['112'], { positions });
  const alice = await stage.join('alice');
  const place = (latitude: number): string =>
    `<presence><gml:pos>${latitude} 18.0686</gml:pos><gs:radius uom="m">12</gs:radius></presence>`;
  const body = [
    '--b',
    'Content-Type: application/sdp',
    '',
    sdp,
    '--b',
    'Content-Type: application/pidf+xml',
    '',
    place(59.3293),
    '--b--',
    '',
  ].join('\r\n');
  const answer = await call(alice, '112', { type: 'multipart/mixed;boundary=b', body });
  expect(answer?.status).toBe(200);
  alice.request('INFO', '112', {
    ...(answer && { answer }),
    type: 'application/pidf+xml',
    body: place(59.33),
  });
  const said = await hearTexts(alice, stage.clock);
  expect(said).toContain('Position 59.32930, 18.06860 ± 12 m, received ');
  expect(said).toContain('Position 59.33000, 18.06860 ± 12 m, received ');
  expect(positions.list().map(({ latitude, caller }) => [latitude, caller])).toEqual([
    [59.3293, 'alice@demo.example'],
    [59.33, 'alice@demo.example'],
  ]);
  expect(await stage.end()).toEqual(nothingLeft);
});

test.each([
  ['a broken multipart body', { type: 'multipart/mixed', body: 'x' }, 400],
  [
    'an unsupported part',
    { type: 'multipart/mixed;boundary=b', body: '--b\r\nContent-Type: image/png\r\n\r\nx\r\n--b--' },
    415,
  ],
  ['a position without an offer', { type: 'application/pidf+xml', body: '<presence/>' }, 488],
  ['an offer of 32 kB', { ...sdpType, body: sdp + 'a=x\r\n'.repeat(7_000) }, 413],
])('D28 RFC 5621 %s is refused', async (_name, more, status) => {
  const stage = await createStage(['112']);
  const alice = await stage.join('alice');
  expect((await call(alice, '112', more))?.status).toBe(status);
  expect(await stage.end()).toEqual(nothingLeft);
});

test('D28 A-065 noanswer rings, and the caller gets 408 after 30 s', async () => {
  const stage = await createStage(['noanswer']);
  const alice = await stage.join('alice');
  alice.request('INVITE', 'noanswer', sdpType);
  expect(await statusesIn(alice)).toEqual([100, 180]);
  stage.clock.advance(30_000);
  expect(await statusesIn(alice)).toEqual([408]);
  expect(await stage.end()).toEqual(nothingLeft);
});

type Kept = NewMessage & { text: string | null; isClosed: boolean };

/** Messages in memory; only bobby may have a mailbox. */
function createMessages(isEnabled = true) {
  const kept: Kept[] = [];
  const find = async (address: string) =>
    isEnabled && address === 'bobby@demo.example'
      ? { name: 'Bobby Demo', greeting: 'Write to me.', language: 'en' }
      : undefined;
  const change = async (id: string, by: Partial<Kept>) => void Object.assign(kept[Number(id)] ?? {}, by);
  const messages: MessageStore = {
    findMailbox: find,
    open: async (message) => String(kept.push({ ...message, text: null, isClosed: false }) - 1),
    update: (id, text) => change(id, { text }),
    close: (id) => change(id, { isClosed: true }),
  };
  const mailbox = {
    address: 'mailbox@demo.example',
    answersFor: async (address: string) => (await find(address)) !== undefined,
  };
  return { kept, messages, mailbox };
}

/** After the mailbox has answered: reads its greeting and leaves a message with a correction. */
async function leaveMessage(stage: Stage, alice: Phone, kept: Kept[]): Promise<void> {
  const answer = await acknowledge(alice, 'bobby');
  expect([answer?.status, answer && header(answer, 'Content-Type')]).toEqual([200, 'application/sdp']);
  const at = stage.clock.now();
  expect(await hearTexts(alice, stage.clock)).toBe(
    'You have reached the mailbox of Bobby Demo.\u2028Write to me.\u2028',
  );
  const inDialog = { ...(answer && { answer }), type: textType };
  for (const body of ['Call me tomorow', '\b\brow', '!']) {
    alice.request('MESSAGE', 'bobby', { ...inDialog, body });
    expect(await statusesIn(alice)).toEqual([200]);
  }
  // Text that was answered with 200 is stored before BYE.
  expect(kept.map(({ text }) => text)).toEqual(['Call me tomorrow!']);
  alice.request('BYE', 'bobby', { ...(answer && { answer }) });
  expect(await statusesIn(alice)).toEqual([200]);
  expect(kept).toEqual([
    {
      callee: 'bobby@demo.example',
      caller: { address: 'alice@demo.example', name: 'alice' },
      registered: [],
      at,
      text: 'Call me tomorrow!',
      isClosed: true,
    },
  ]);
}

test('A-066 MSG-09 for an offline user the mailbox answers and stores exactly the corrected text', async () => {
  const { kept, messages, mailbox } = createMessages();
  const stage = await createStage(['mailbox'], { messages, mailbox });
  const alice = await stage.join('alice');
  alice.request('INVITE', 'bobby', sdpType);
  await leaveMessage(stage, alice, kept);
  expect(stage.missed.map(({ callee, cause }) => [callee, cause])).toEqual([
    ['bobby@demo.example', 'notReachable'],
  ]);
  expect(await stage.end()).toEqual(nothingLeft);
});

test('A-066 A-065 without an answer until the ring timeout the ringing ends and the mailbox answers', async () => {
  const { kept, messages, mailbox } = createMessages();
  const stage = await createStage(['mailbox'], { messages, mailbox });
  const alice = await stage.join('alice');
  const bobby = await stage.join('bobby');
  alice.request('INVITE', 'bobby', sdpType);
  expect(await statusesIn(bobby)).toEqual(['INVITE']);
  // The phone has sent no provisional response, so CANCEL cannot be sent yet (RFC 3261 §9.1).
  stage.clock.advance(AGENT_LIMITS.ringMs - 1);
  expect(kept).toEqual([]);
  stage.clock.advance(1);
  await leaveMessage(stage, alice, kept);
  expect(stage.missed.map(({ cause }) => cause)).toEqual(['notAnswered']);
  await stage.end();
});

const withoutText = { ...sdpType, body: sdp.replace('sip-message', 'none') };

test.each([
  ['AM_ENABLED is 0', false, sdpType],
  ['the caller has no text', true, withoutText],
])('A-066 when %s the caller gets 480 and nothing is stored', async (_name, isEnabled, more) => {
  const { kept, messages, mailbox } = createMessages(isEnabled);
  const stage = await createStage(['mailbox'], { messages, mailbox });
  const alice = await stage.join('alice');
  expect((await call(alice, 'bobby', more))?.status).toBe(480);
  expect([kept, stage.missed.map(({ cause }) => cause)]).toEqual([[], ['notReachable']]);
  expect(await stage.end()).toEqual(nothingLeft);
});

test('A-066 a caller cannot choose a mailbox with its own Diversion', async () => {
  const { kept, messages, mailbox } = createMessages();
  const stage = await createStage(['mailbox'], { messages, mailbox });
  const alice = await stage.join('alice');
  const fields = [{ name: 'Diversion', value: '<sip:bobby@demo.example>' }];
  expect((await call(alice, 'mailbox', { ...sdpType, fields }))?.status).toBe(480);
  expect(kept).toEqual([]);
  expect(await stage.end()).toEqual(nothingLeft);
});

test('A-066 when no mailbox is registered the caller gets 480', async () => {
  const { mailbox } = createMessages();
  const stage = await createStage([], { mailbox });
  const alice = await stage.join('alice');
  expect((await call(alice, 'bobby'))?.status).toBe(480);
  expect(await stage.end()).toEqual(nothingLeft);
});

test('A-066 when the mailbox lookup fails the caller gets 480', async () => {
  const { messages } = createMessages();
  const mailbox = { address: 'mailbox@demo.example', answersFor: () => Promise.reject(new Error('disk')) };
  const stage = await createStage(['mailbox'], { messages, mailbox });
  const alice = await stage.join('alice');
  expect((await call(alice, 'bobby'))?.status).toBe(480);
  expect(await stage.end()).toEqual(nothingLeft);
});

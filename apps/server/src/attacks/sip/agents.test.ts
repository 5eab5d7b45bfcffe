import type { SipRequest, SipResponse } from '@samtal/sip';
import { header, parseMessage, serialize } from '@samtal/sip';
import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { expect, onTestFinished, test } from 'vitest';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import type { MissedCall } from '../../domain/people/incoming-call.ts';
import type { Connect, MessageStore } from '../../server-agents/ports.ts';
import { createPositionStore } from '../../server-agents/services/emergency.ts';
import type { AgentLimits, RunningAgents } from '../../server-agents/start-server-agents.ts';
import { startServerAgents } from '../../server-agents/start-server-agents.ts';
import { createSipServer } from '../../sip/sip-server.ts';
import type { PhoneDialog, RequestOptions, ScriptedPhone } from '../../sip/testing/scripted-phone.ts';
import { callerDialog, connectPhone } from '../../sip/testing/scripted-phone.ts';
import { register, settle } from '../../sip/testing/test-bed.ts';

const domain = 'demo.example';
const AGENTS = ['mailbox', 'echo', 'ivr', '112'] as const;
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

type Bed = {
  readonly clock: FakeClock;
  readonly missed: readonly MissedCall[];
  readonly agents: RunningAgents;
  /** All SIP texts that agents received. */
  readonly toAgents: readonly string[];
  /** The mailboxes in which callers have opened messages, in the order of opening. */
  readonly opened: readonly string[];
  readonly positions: ReturnType<typeof createPositionStore>;
  readonly phone: (name: string) => Promise<ScriptedPhone>;
};

/** Creates the SIP server, its agents with these limits, and a mailbox for every callee. */
async function createBed(limits: Partial<AgentLimits> = {}): Promise<Bed> {
  const clock = createFakeClock();
  const missed: MissedCall[] = [];
  const opened: string[] = [];
  const toAgents: string[] = [];
  const server = createSipServer({
    domain,
    directory: {
      findCredentials: async (username) => [
        {
          user: {
            username,
            addresses: [`${username}@${domain}`],
            sessionId: undefined,
            isServerAgent: AGENTS.some((name) => name === username),
            isAnonymous: false,
          },
          sipPassword: `secret-of-${username}`,
          isTouchDue: false,
        },
      ],
      touchSession: async () => undefined,
      isKnownAddress: async () => true,
    },
    clock,
    elapsedMs: () => clock.now(),
    log: silent,
    missed: (call) => missed.push(call),
    mailbox: { address: `mailbox@${domain}`, answersFor: async () => true },
  });
  const connect: Connect = (_uri, handlers) => {
    const flow = server.accept({
      remoteAddress: '127.0.0.1',
      serverAddress: { host: domain, port: 80, transport: 'ws' },
      send(text) {
        toAgents.push(text);
        handlers.received(text);
      },
      close: () => handlers.closed('by the server'),
      terminate: () => handlers.closed('by the server'),
      proved: () => undefined,
      setReading: () => undefined,
    });
    queueMicrotask(() => handlers.opened());
    return {
      send: (text) => flow.receive(text),
      close() {
        flow.closed();
        handlers.closed('by the agent');
      },
    };
  };
  const messages: MessageStore = {
    findMailbox: async (address) => ({ name: address, greeting: '', language: 'en' }),
    open: async ({ callee }) => String(opened.push(callee)),
    update: async () => undefined,
    close: async () => undefined,
  };
  const positions = createPositionStore();
  const agents = startServerAgents({
    sipUri: 'ws://127.0.0.1/sip',
    domain,
    clock,
    log: silent,
    connect,
    messages,
    positions,
    accounts: AGENTS.map((name) => ({ username: name, password: `secret-of-${name}`, agent: name })),
    limits: { mailboxCalls: 8, mailboxMinutes: 10, mediaCalls: 4, textGatewayCalls: 20, ...limits },
  });
  await agents.ready;
  onTestFinished(() => agents.close());
  return {
    clock,
    missed,
    agents,
    toAgents,
    opened,
    positions,
    async phone(name) {
      const phone = connectPhone(server, { name, password: `secret-of-${name}`, device: `${name}phone` });
      await register(phone, `${name}@${domain}`);
      phone.heard.length = 0;
      return phone;
    },
  };
}

const textOffer =
  'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\na=rtt:sip-message\r\nm=audio 9 RTP/AVP 0\r\n';
const soundOffer = [
  'v=0',
  'o=- 1 1 IN IP4 0.0.0.0',
  's=-',
  't=0 0',
  'a=rtt:sip-message',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=mid:0',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=setup:actpass',
  'a=rtcp-mux',
  'a=sendrecv',
  'a=rtpmap:111 opus/48000/2',
  '',
].join('\r\n');
const sdpType = { name: 'Content-Type', value: 'application/sdp' };
const textType = { name: 'Content-Type', value: 'text/plain;charset=UTF-8' };

const finalsOf = (phone: ScriptedPhone, invite: SipRequest): SipResponse[] =>
  phone.heard.filter(
    (message): message is SipResponse =>
      message.kind === 'response' &&
      message.status >= 200 &&
      header(message, 'Call-ID') === header(invite, 'Call-ID') &&
      header(message, 'CSeq') === header(invite, 'CSeq'),
  );

type Answered = { readonly answer: SipResponse; readonly dialog: PhoneDialog };

/** Makes a call and acknowledges a 2xx; the proxy acknowledges a refusal. */
async function call(
  phone: ScriptedPhone,
  to: string,
  { body = textOffer, ...more }: RequestOptions = {},
): Promise<Answered> {
  const invite = phone.request('INVITE', `${to}@${domain}`, { body, headers: [sdpType], ...more });
  // The answer of a WebRTC stack arrives from its thread.
  await expect.poll(() => finalsOf(phone, invite).length, { interval: 5, timeout: 20_000 }).toBe(1);
  const [answer] = finalsOf(phone, invite);
  if (answer === undefined) throw new Error('no answer');
  const dialog = callerDialog(answer);
  if (answer.status < 300) {
    phone.requestIn(dialog, 'ACK', { cseq: Number.parseInt(header(answer, 'CSeq') ?? '', 10) });
    await settle();
  }
  return { answer, dialog };
}
const statusOf = async (phone: ScriptedPhone, to: string): Promise<number> =>
  (await call(phone, to)).answer.status;

async function hangUp(phone: ScriptedPhone, { dialog }: Answered): Promise<void> {
  phone.requestIn(dialog, 'BYE');
  await settle();
}

/** Answers each text (MESSAGE) that the phone receives, until none comes for 250 ms; returns all of them. */
async function takeTexts(phone: ScriptedPhone, clock: FakeClock): Promise<SipRequest[]> {
  const texts: SipRequest[] = [];
  for (;;) {
    await settle();
    if (phone.requests('MESSAGE').length === 0) {
      clock.advance(250);
      await settle();
    }
    const [came] = phone.requests('MESSAGE');
    if (came === undefined) return texts;
    phone.heard.splice(phone.heard.indexOf(came), 1);
    texts.push(came);
    phone.respond(came, 200);
  }
}

/** Advances the clock, and lets agents refresh their registrations. */
async function pass(clock: FakeClock, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    clock.advance(10_000);
    await settle();
    await settle();
  }
}

test('A-066 MSG-09 one caller has two mailbox calls at a time; the third gets 480, and others are answered', async () => {
  const { phone, missed, opened } = await createBed();
  const alice = await phone('alice');
  const first = await call(alice, 'bobby');
  expect(first.answer.status).toBe(200);
  expect([await statusOf(alice, 'erin'), await statusOf(alice, 'bobby')]).toEqual([200, 480]);
  expect(await statusOf(await phone('carol'), 'bobby')).toBe(200);
  expect(opened).toEqual([`bobby@${domain}`, `erin@${domain}`, `bobby@${domain}`]);
  // Each callee gets a missed call for each call, also for the refused one.
  expect(missed.map(({ caller, callee }) => [caller.address.split('@')[0], callee.split('@')[0]])).toEqual([
    ['alice', 'bobby'],
    ['alice', 'erin'],
    ['alice', 'bobby'],
    ['carol', 'bobby'],
  ]);
  await hangUp(alice, first);
  expect(await statusOf(alice, 'bobby')).toBe(200);
});

test('A-066 one mailbox takes four calls at a time, and other mailboxes stay free', async () => {
  const { phone } = await createBed();
  for (const name of ['alice', 'carol', 'david', 'erin'])
    expect(await statusOf(await phone(name), 'bobby')).toBe(200);
  const frank = await phone('frank');
  expect([await statusOf(frank, 'bobby'), await statusOf(frank, 'alicia')]).toEqual([480, 200]);
});

test('A-066 A-035 anonymous callers together get a quarter of the mailbox, and count as one caller per callee', async () => {
  const { phone } = await createBed({ mailboxCalls: 16 });
  const stranger = (id: number) => phone(`anonymous-${id}`);
  expect(await statusOf(await stranger(1), 'bobby')).toBe(200);
  expect(await statusOf(await stranger(2), 'bobby')).toBe(200);
  expect(await statusOf(await stranger(3), 'bobby')).toBe(480);
  expect(await statusOf(await stranger(4), 'erin')).toBe(200);
  expect(await statusOf(await stranger(5), 'frank')).toBe(200);
  expect(await statusOf(await stranger(6), 'grace')).toBe(480);
  expect(await statusOf(await phone('alice'), 'bobby')).toBe(200);
});

test('A-066 the mailbox takes LIMIT_MAILBOX_CALLS calls at a time', async () => {
  const { phone } = await createBed({ mailboxCalls: 60 });
  const callers = await Promise.all(Array.from({ length: 61 }, (_, index) => phone(`caller${index}`)));
  const calls: Answered[] = [];
  for (const [index, caller] of callers.entries()) calls.push(await call(caller, `callee${index}`));
  const statuses = calls.map(({ answer }) => answer.status);
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 480]);
  const [first, last] = [callers[0], callers[60]];
  if (first === undefined || last === undefined || calls[0] === undefined) throw new Error('no caller');
  await hangUp(first, calls[0]);
  expect(await statusOf(last, 'callee60')).toBe(200);
});

test('A-066 a caller that repeats calls of 120 s gets ten minutes in an hour', async () => {
  const { phone, clock, opened } = await createBed();
  const alice = await phone('alice');
  const statuses: number[] = [];
  for (let count = 0; count < 7; count++) {
    alice.heard.length = 0;
    statuses.push(await statusOf(alice, 'bobby'));
    // An unanswered greeting would end the call earlier.
    await takeTexts(alice, clock);
    await pass(clock, AGENT_LIMITS.mailboxMs / 1000);
    for (const bye of alice.requests('BYE')) alice.respond(bye, 200);
    await settle();
  }
  // A call needs 120 s of the ten minutes, and two minutes refill 20 s: after five calls 100 s are left, so
  // the sixth is refused; two minutes later 120 s are left.
  expect(statuses).toEqual([200, 200, 200, 200, 200, 480, 200]);
  expect(await statusOf(alice, 'bobby')).toBe(480);
  expect(await statusOf(await phone('carol'), 'bobby')).toBe(200);
  await pass(clock, 600);
  expect(await statusOf(alice, 'bobby')).toBe(200);
  expect(opened).toHaveLength(8);
});

test('A-066 a caller that hangs up immediately is limited too: each call counts as ten seconds', async () => {
  const { phone, clock, opened } = await createBed();
  const alice = await phone('alice');
  for (let count = 0; count < 80; count++) {
    alice.heard.length = 0;
    const each = await call(alice, 'bobby');
    if (each.answer.status === 200) await hangUp(alice, each);
    clock.advance(1_000);
  }
  // A call starts only if two of the ten minutes are left, and uses ten seconds: 49 calls, and a few more
  // because the budget is refilled meanwhile.
  expect(opened.length).toBeGreaterThanOrEqual(49);
  expect(opened.length).toBeLessThanOrEqual(52);
});

test('D28 one caller has two calls of a service at a time; the third gets 486 with Retry-After', async () => {
  const { phone } = await createBed();
  const alice = await phone('alice');
  const first = await call(alice, 'echo');
  expect(await statusOf(alice, 'echo')).toBe(200);
  const { answer } = await call(alice, 'echo');
  expect([answer.status, header(answer, 'Retry-After')]).toEqual([486, '60']);
  expect([await statusOf(alice, 'ivr'), await statusOf(await phone('bobby'), 'echo')]).toEqual([200, 200]);
  await hangUp(alice, first);
  expect(await statusOf(alice, 'echo')).toBe(200);
});

test('D28 one caller gets two media threads, anonymous callers together a third; text works without', {
  timeout: 60_000,
}, async () => {
  const { phone, agents, clock } = await createBed({ mediaCalls: 4 });
  const soundOf = async (caller: ScriptedPhone) => {
    const answered = await call(caller, 'echo', { body: soundOffer });
    expect(answered.answer.status).toBe(200);
    const said = (await takeTexts(caller, clock)).map(({ body }) => body).join('');
    return { ...answered, hasSound: !answered.answer.body.includes('m=audio 0 '), said };
  };
  const [alice, bobby] = [await phone('alice'), await phone('bobby')];
  const strangers = [await phone('anonymous-1'), await phone('anonymous-2')];
  const first = await soundOf(alice);
  const second = await call(alice, 'ivr', { body: soundOffer });
  expect([first.hasSound, first.said.includes('not possible')]).toEqual([true, false]);
  // The menu never returns sound: its call needs no thread, and the caller is not told that sound is not
  // possible.
  expect([second.answer.body.includes('m=audio 0 '), agents.mediaCalls()]).toEqual([true, 1]);
  await hangUp(alice, second);
  expect((await soundOf(alice)).hasSound).toBe(true);

  const byStranger = await soundOf(strangers[0] ?? alice);
  const refused = await soundOf(strangers[1] ?? alice);
  expect([byStranger.hasSound, refused.hasSound]).toEqual([true, false]);
  expect(refused.said).toContain('Sound and video are not possible in this call. You can go on with text.');
  (strangers[1] ?? alice).requestIn(refused.dialog, 'MESSAGE', { body: 'hej', headers: [textType] });
  expect((await takeTexts(strangers[1] ?? alice, clock)).map(({ body }) => body)).toEqual(['hej']);

  expect((await soundOf(bobby)).hasSound).toBe(true);
  expect(agents.mediaCalls()).toBe(4);
  await hangUp(alice, first);
  await expect.poll(() => agents.mediaCalls()).toBe(3);
  await agents.close();
  expect(agents.mediaCalls()).toBe(0);
});

test.each([
  ['a long name', { from: `"${'x'.repeat(3000)}" <sip:alice@${domain}>;tag=1` }],
  ['a long Contact', { contact: `sip:alice@alicephone.invalid;x=${'x'.repeat(3000)}` }],
])(
  'D28 an INVITE with %s, which each text of an agent would repeat, is refused with 513',
  async (_name, more) => {
    const { phone } = await createBed();
    expect((await call(await phone('alice'), 'echo', more)).answer.status).toBe(513);
  },
);

test('D28 a long Contact in a re-INVITE is refused with 513, and the call continues', async () => {
  const { phone, clock } = await createBed();
  const alice = await phone('alice');
  const { dialog } = await call(alice, 'echo');
  await takeTexts(alice, clock);
  const again = alice.requestIn(dialog, 'INVITE', {
    body: textOffer,
    headers: [sdpType],
    contact: `sip:alice@alicephone.invalid;x=${'x'.repeat(3000)}`,
  });
  await settle();
  expect(finalsOf(alice, again).map(({ status }) => status)).toEqual([513]);
  alice.requestIn(dialog, 'MESSAGE', { body: 'hej', headers: [textType] });
  expect((await takeTexts(alice, clock)).map(({ body }) => body)).toEqual(['hej']);
});

test('D28 echo returns exactly the characters it received, in at most six texts for one', async () => {
  const { phone, clock } = await createBed();
  const alice = await phone('alice');
  const { dialog } = await call(alice, 'echo');
  await takeTexts(alice, clock);
  const body = 'x'.repeat(AGENT_LIMITS.textBytes);
  const sent = alice.requestIn(dialog, 'MESSAGE', { body, headers: [textType] });
  const texts = await takeTexts(alice, clock);
  expect([texts.length, texts.map((text) => text.body).join('')]).toEqual([6, body]);
  const bytes = texts.reduce((sum, text) => sum + serialize(text).length, 0);
  expect(bytes).toBeLessThan(4 * serialize(sent).length);
});

test('D28 no agent makes calls or writes to another agent, whatever Contact names', async () => {
  const { phone, toAgents, clock } = await createBed();
  const alice = await phone('alice');
  const contacts = toAgents.map((text) => /^Contact: <([^>]*)>/m.exec(text)?.[1]).filter(Boolean);
  for (const contact of [`sip:ivr@${domain}`, `sip:echo@${domain}`, `sip:mailbox@${domain}`, ...contacts])
    await call(alice, '112', { contact: contact ?? '' });
  await takeTexts(alice, clock);
  const requests = toAgents
    .map((text) => parseMessage(text))
    .flatMap((result) => (result.ok && result.message.kind === 'request' ? [result.message] : []));
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['INVITE', 'ACK']));
  for (const request of requests) expect(header(request, 'From')).toContain(`<sip:alice@${domain}>`);
});

test('GEO-03 D28 the positions of one caller do not displace those of another caller', async () => {
  const { phone, positions, clock } = await createBed();
  const place = (latitude: number): RequestOptions => ({
    body: `<presence><gml:pos>${latitude} 18</gml:pos></presence>`,
    headers: [{ name: 'Content-Type', value: 'application/pidf+xml' }],
  });
  const [bobby, alice] = [await phone('bobby'), await phone('alice')];
  bobby.requestIn((await call(bobby, '112')).dialog, 'INFO', place(59));
  const { dialog } = await call(alice, '112');
  for (let count = 0; count < 150; count++) {
    alice.requestIn(dialog, 'INFO', place(count % 90));
    await takeTexts(alice, clock);
    clock.advance(100);
  }
  const kept = positions.list();
  expect(kept.map(({ caller }) => caller.split('@')[0])).toEqual(['bobby', ...Array(10).fill('alice')]);
  expect(kept.at(-1)?.latitude).toBe(149 % 90);
});

import type { Clock, SipRequest, SipResponse } from '@samtal/sip';
import { header } from '@samtal/sip';
import { expect, onTestFinished } from 'vitest';
import type { GatewayText, LimitName } from '../../domain/meter.ts';
import type { Destination } from '../../rtp-text/rtp-source.ts';
import type { Connect } from '../../server-agents/ports.ts';
import { startServerAgents } from '../../server-agents/start-server-agents.ts';
import type { RttTypes } from '../../server-agents/testing/rtt-text.ts';
import { createRttReader, readRttSection, rttSection } from '../../server-agents/testing/rtt-text.ts';
import type { RtpPorts } from '../../server-agents/text-gateway/rtp-ports.ts';
import type { SipServer } from '../../sip/sip-server.ts';
import { createSipServer } from '../../sip/sip-server.ts';
import type { PhoneDialog, RequestOptions, ScriptedPhone } from '../../sip/testing/scripted-phone.ts';
import { calleeDialog, callerDialog, connectPhone } from '../../sip/testing/scripted-phone.ts';
import { register, settle } from '../../sip/testing/test-bed.ts';

export const domain = 'demo.example';
export const GATEWAY = '192.0.2.100';
export const DESK = { address: '192.0.2.7', port: 5_004 };

type Datagram = { readonly bytes: Buffer; readonly to: Destination };

/** UDP ports whose datagrams a test passes on. */
function createNetwork(most = 10) {
  const sent: Datagram[] = [];
  const handlers = new Map<number, (datagram: Uint8Array, from: Destination) => void>();
  let last = 40_198;
  const ports: RtpPorts = {
    async open(received) {
      if (handlers.size >= most) return undefined;
      last += 2;
      const port = last;
      handlers.set(port, received);
      return {
        port,
        send(bytes, to, done) {
          sent.push({ bytes: Buffer.from(bytes), to });
          done(to.port !== 9_999);
        },
        close: () => void handlers.delete(port),
      };
    },
  };
  return {
    ports,
    sent,
    open: () => handlers.size,
    give: (port: number, bytes: Buffer, from: Destination = DESK) => handlers.get(port)?.(bytes, from),
  };
}

/** A clock that a test sets forward. */
type TestClock = Clock & { advance(ms: number): void };

export type GatewayBed = {
  readonly clock: TestClock;
  readonly network: ReturnType<typeof createNetwork>;
  readonly server: SipServer;
  readonly logged: string[];
  readonly counted: GatewayText[];
  readonly missed: string[];
  readonly refused: LimitName[];
  user(name: string): Promise<ScriptedPhone>;
  desk(name?: string): Promise<ScriptedPhone>;
  closeAgents(): Promise<void>;
};

/** The embedded SIP server, the text gateway and the echo service. */
export async function createGatewayBed(
  clock: TestClock,
  { calls = 20, mostPorts = 10 } = {},
): Promise<GatewayBed> {
  const network = createNetwork(mostPorts);
  const logged: string[] = [];
  const counted: GatewayText[] = [];
  const refused: LimitName[] = [];
  const missed: string[] = [];
  const agentNames = ['echo', 'text-gateway'] as const;
  const log = {
    debug: () => undefined,
    info: ({ event }: { event: string }) => void logged.push(event),
    warn: ({ event, err }: { event: string; err?: unknown }) => {
      logged.push(event);
      if (err !== undefined) throw err;
    },
  };
  const server = createSipServer({
    domain,
    directory: {
      findCredentials: async (username) => [
        {
          user: {
            username,
            addresses: [`${username}@${domain}`],
            sessionId: undefined,
            isServerAgent: agentNames.some((name) => name === username),
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
    log,
    missed: ({ cause }) => missed.push(cause),
    textGateway: `text-gateway@${domain}`,
  });
  const connect: Connect = (_uri, handlers) => {
    const flow = server.accept({
      remoteAddress: '127.0.0.1',
      serverAddress: { host: domain, port: 80, transport: 'ws' },
      send: (text) => handlers.received(text),
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
  const agents = startServerAgents({
    sipUri: 'ws://127.0.0.1/sip',
    domain,
    clock,
    log,
    connect,
    textGateway: {
      ports: network.ports,
      address: GATEWAY,
      randomNumber: () => 7,
      meter: {
        gatewayText: (what) => void counted.push(what),
        refused: (what) => void refused.push(what),
      },
    },
    accounts: agentNames.map((name) => ({ username: name, password: `secret-of-${name}`, agent: name })),
    limits: { mailboxCalls: 8, mailboxMinutes: 10, mediaCalls: 0, textGatewayCalls: calls },
  });
  await agents.ready;
  onTestFinished(() => agents.close());
  async function phone(name: string, options: RequestOptions = {}): Promise<ScriptedPhone> {
    const connected = connectPhone(server, { name, password: `secret-of-${name}`, device: `${name}phone` });
    await register(connected, `${name}@${domain}`, options);
    connected.heard.length = 0;
    return connected;
  }
  return {
    clock,
    network,
    server,
    logged,
    counted,
    missed,
    refused,
    user: (name) => phone(name),
    desk: (name = 'desk') => phone(name, { isTextPhone: true }),
    closeAgents: () => agents.close(),
  };
}

export const sdp = (...lines: readonly string[]): string =>
  ['v=0', 'o=- 1 1 IN IP4 192.0.2.1', 's=-', 't=0 0', ...lines].join('\r\n');
export const SOUND = [
  'm=audio 5000 RTP/AVP 0',
  'c=IN IP4 192.0.2.1',
  'a=rtpmap:0 PCMU/8000',
  'a=x-of-the-caller:1',
];
export const userOffer = sdp(
  'a=group:BUNDLE 0 1',
  'a=rtt:sip-message',
  'a=rtt-exact:1',
  ...SOUND,
  'a=mid:0',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 0.0.0.0',
  'a=mid:1',
  'a=sctp-port:5000',
  'a=dcmap:1 label="t140";subprotocol="t140"',
  '',
);
export const RED: RttTypes = { t140: 98, red: 100 };
export const deskBody = (
  types: RttTypes & { cps?: number } = RED,
  more: readonly string[] = SOUND,
  port = DESK.port,
) => sdp(...more, rttSection({ host: DESK.address, port, ...types }));
export const userAnswer = sdp('a=rtt:sip-message', ...SOUND, 'm=text 0 RTP/AVP 98', '');
const type = { name: 'Content-Type', value: 'application/sdp' };
export const withMessage = [type, { name: 'Allow', value: 'INVITE, ACK, BYE, MESSAGE' }];

export const lastOf = <T>(list: readonly T[], what = 'message'): T =>
  list.at(-1) ?? expect.fail(`no ${what}`);

type GatewayCall = {
  readonly invite: SipRequest;
  readonly arrived: SipRequest;
  readonly success: SipResponse;
  readonly caller: PhoneDialog;
  readonly callee: PhoneDialog;
  /** Where the phone sends its text. */
  readonly port: number;
};

/** A call from a user to the text phone, or the other way round; both ends are established. */
export async function call(
  caller: ScriptedPhone,
  callee: ScriptedPhone,
  { offer, answer, target }: { offer: string; answer: string; target: string },
): Promise<GatewayCall> {
  const invite = caller.request('INVITE', target, { body: offer, headers: withMessage });
  await settle();
  const arrived = lastOf(callee.requests('INVITE'), 'INVITE');
  callee.respond(arrived, 180);
  const sent = callee.respond(arrived, 200, { body: answer, headers: withMessage });
  await settle();
  const success = caller.answer('INVITE');
  expect(success.status).toBe(200);
  const dialogs = { caller: callerDialog(success), callee: calleeDialog(arrived, sent) };
  caller.requestIn(dialogs.caller, 'ACK', { cseq: Number.parseInt(header(success, 'CSeq') ?? '', 10) });
  await settle();
  const port = readRttSection(target === `desk@${domain}` ? arrived.body : success.body)?.port ?? 0;
  return { invite, arrived, success, ...dialogs, port };
}
export const toDesk = (
  alice: ScriptedPhone,
  desk: ScriptedPhone,
  answer = deskBody(),
): Promise<GatewayCall> => call(alice, desk, { offer: userOffer, answer, target: `desk@${domain}` });
export const toAlice = (
  desk: ScriptedPhone,
  alice: ScriptedPhone,
  offer = deskBody(),
): Promise<GatewayCall> => call(desk, alice, { offer, answer: userAnswer, target: `alice@${domain}` });

const textType = [{ name: 'Content-Type', value: 'text/plain;charset=UTF-8' }];
let cseq = 1_000;
export const say = (phone: ScriptedPhone, dialog: PhoneDialog, body: string): SipRequest =>
  phone.requestIn(dialog, 'MESSAGE', { body, headers: textType, cseq: (cseq += 1) });
/** A number above those of all requests before. */
export const nextNumber = (): number => (cseq += 1);
export const within = (phone: ScriptedPhone, dialog: PhoneDialog, method: string, body = ''): SipRequest =>
  phone.requestIn(dialog, method, { body, headers: body === '' ? [] : withMessage, cseq: (cseq += 1) });

/** Answers each MESSAGE to the user with 200, as long as more come; returns their text. */
export async function readMessages(bed: GatewayBed, phone: ScriptedPhone): Promise<string> {
  let text = '';
  for (let count = 0; count < 200; count += 1) {
    const known = phone.requests('MESSAGE').length;
    const message = phone.requests('MESSAGE').at(-1);
    phone.heard.length = 0;
    if (message !== undefined && known > 0) {
      text += message.body;
      phone.respond(message, 200);
    }
    bed.clock.advance(250);
    await settle();
    if (phone.requests('MESSAGE').length === 0) return text;
  }
  return text;
}

export const reading = (bed: GatewayBed, types: RttTypes = RED): string => {
  const reader = createRttReader(types);
  for (const { bytes } of bed.network.sent) reader.take(bytes);
  return reader.text();
};

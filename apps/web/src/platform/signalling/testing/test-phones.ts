import type { Bandwidth, MediaKinds, NegotiatedMedia, Signalling, SignallingEvent } from '@samtal/call-core';
import { exactTextMachine } from '@samtal/realtime-text/exact';
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import type { CallStreams } from '../../media/call-streams.ts';
import { createCallStreams } from '../../media/call-streams.ts';
import type { BrowserLocalMedia } from '../../media/local-media.ts';
import { createLocalMedia } from '../../media/local-media.ts';
import { browserClock } from '../../page/browser-clock.ts';
import type { JsSipSignallingOptions } from '../jssip-signalling.ts';
import { createJsSipSignalling } from '../jssip-signalling.ts';
import { createTakeUps } from '../reload/take-ups.ts';
import { createScreenSection } from '../screen/screen-section.ts';
import { createExactTextTransport } from '../text/exact-text-transport.ts';
import { handleTransfer } from '../transfer/session-transfers.ts';
import { answerTo, createInPageProxy } from './in-page-proxy.ts';

type Event = SignallingEvent;
type Named<Type extends Event['type']> = Extract<Event, { type: Type }>;
/** A phone for tests, made of the real adapters; phones call each other through a proxy inside the page. */
export type Phone = {
  readonly signalling: Signalling;
  readonly streams: CallStreams;
  readonly localMedia: BrowserLocalMedia;
  readonly events: readonly Event[];
  /** Resolves with the next event of `type` that was not returned yet. */
  next<Type extends Event['type']>(type: Type): Promise<Named<Type>>;
};

const exactText = { machine: exactTextMachine, createExactTextTransport };
const silent = { debug: () => {}, info: () => {}, warn: () => {} };
export const noLimit = { audioKbps: 0, videoKbps: 0 };
export const all: MediaKinds = { audio: true, video: true, text: true };
export const textOnly: MediaKinds = { audio: false, video: false, text: true };

export const proxy = createInPageProxy();
/** Every peer connection of the test, in the order of creation. */
export const connections: RTCPeerConnection[] = [];
/** Every track that devices have returned in the test. */
export const tracks: MediaStreamTrack[] = [];
export const OriginalConnection = RTCPeerConnection;

/** Must be called once by a test file: each test starts with a new proxy and nothing open. */
export function openScene(): void {
  beforeEach(() => {
    proxy.reset();
    connections.length = 0;
    tracks.length = 0;
    globalThis.RTCPeerConnection = class extends OriginalConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        connections.push(this);
      }
    };
  });
  afterEach(() => {
    globalThis.RTCPeerConnection = OriginalConnection;
  });
}

/** The code for shared screens, of a phone that takes those of others or not. */
export const screensOf = (mayTake: boolean): JsSipSignallingOptions['screens'] => ({
  get: () => (call) => createScreenSection(call, () => mayTake),
  fetch: async () => undefined,
});

/** @param prepare called before the phone connects */
export function createPhone(
  user: string,
  overrides: Partial<JsSipSignallingOptions> = {},
  prepare: (signalling: Signalling) => void = () => {},
): Phone {
  const events: Event[] = [];
  const taken = new Set<Event>();
  const streams = createCallStreams();
  const localMedia = createLocalMedia({
    emit: () => {},
    streams,
    log: silent,
    mediaDevices: {
      async getUserMedia(constraints) {
        const stream = await navigator.mediaDevices.getUserMedia(constraints);
        tracks.push(...stream.getTracks());
        return stream;
      },
    },
  });
  const signalling = createJsSipSignalling({
    emit: (event) => events.push(event),
    streams,
    clock: browserClock,
    log: silent,
    instanceId: crypto.randomUUID(),
    iceServersFor: () => [],
    iceTimeoutMs: 1000,
    textTransports: ['data-channel', 'message'],
    createTakeUps,
    loadTakeUps: async () => createTakeUps,
    screens: screensOf(true),
    transfer: handleTransfer,
    exactText: () => exactText,
    openWebSocket: (url, subprotocol) => proxy.openWebSocket(url, subprotocol),
    ...overrides,
  });
  prepare(signalling);
  signalling.openConnection('wss://proxy.example/sip', {
    address: `${user}@demo.example`,
    username: user,
    password: 'secret',
  });
  onTestFinished(() => signalling.closeConnection());
  const next = async <Type extends Event['type']>(type: Type): Promise<Named<Type>> => {
    const found = await vi.waitUntil(
      () => events.find((event): event is Named<Type> => event.type === type && !taken.has(event)),
      { timeout: 8000, interval: 5 },
    );
    taken.add(found);
    return found;
  };
  return { signalling, streams, localMedia, events, next };
}

export async function createRegistered(
  user: string,
  overrides: Partial<JsSipSignallingOptions> = {},
  prepare: (signalling: Signalling) => void = () => {},
): Promise<Phone> {
  const phone = createPhone(user, overrides, prepare);
  await phone.next('connectionOpened');
  phone.signalling.register(600);
  await phone.next('registered');
  return phone;
}

export async function acquire(phone: Phone, callId: string, { audio, video }: MediaKinds): Promise<void> {
  if (!audio && !video) return;
  phone.localMedia.acquire(callId, { audio, video });
  phone.signalling.prepare(callId, { audio, video });
  const hasAll = (): boolean => {
    const kinds =
      phone.streams
        .get(callId, 'local')
        ?.getTracks()
        .map(({ kind }) => kind) ?? [];
    return (!audio || kinds.includes('audio')) && (!video || kinds.includes('video'));
  };
  await vi.waitUntil(hasAll, { timeout: 5000, interval: 5 });
}

type Call = {
  readonly atCaller: NegotiatedMedia;
  readonly atCallee: NegotiatedMedia;
  readonly callerId: string;
  readonly calleeId: string;
};
type RingOptions = { readonly bandwidth?: Bandwidth; readonly location?: string };
let callCount = 0;

export async function ring(
  caller: Phone,
  wanted: MediaKinds,
  { bandwidth = noLimit, location }: RingOptions = {},
): Promise<string> {
  callCount += 1;
  const callerId = `out-${callCount}`;
  await acquire(caller, callerId, wanted);
  caller.signalling.invite({
    callId: callerId,
    target: 'bobby@demo.example',
    wanted,
    bandwidth,
    callInfo: '<sip:192.0.2.7>;purpose=x-local-ip',
    ...(location === undefined ? {} : { location }),
  });
  await caller.next('ringing');
  return callerId;
}

export async function connect(
  caller: Phone,
  callee: Phone,
  wanted = all,
  { answered = wanted, bandwidth = noLimit, ...rest }: RingOptions & { readonly answered?: MediaKinds } = {},
): Promise<Call> {
  const callerId = await ring(caller, wanted, { bandwidth, ...rest });
  const { callId: calleeId } = await callee.next('inviteReceived');
  await acquire(callee, calleeId, answered);
  callee.signalling.answer({ callId: calleeId, wanted: answered, bandwidth });
  const [{ media: atCaller }, { media: atCallee }] = [
    await caller.next('callAccepted'),
    await callee.next('callAccepted'),
  ];
  return { atCaller, atCallee, callerId, calleeId };
}

/** The proxy answers the next INVITE, which `user` sends, with a final status such as `488 Not Acceptable Here`. */
export function refuseNextInvite(user: string, status: string): void {
  proxy.filter = (message) => {
    if (!message.startsWith('INVITE')) return true;
    proxy.filter = () => true;
    proxy.inject(user, answerTo(message, status));
    return false;
  };
}

export const textOf = (phone: Phone): string =>
  phone.events.flatMap((event) => (event.type === 'textReceived' ? [event.characters] : [])).join('');

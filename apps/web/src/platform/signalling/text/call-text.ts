import type { MediaKinds, NegotiatedMedia, TextTransportName } from '@samtal/call-core';
import { type OwnText, readTextFromSdp, T140_STREAM_ID, T140_SUBPROTOCOL } from '@samtal/realtime-text';
import { whenIdle } from '../../page/when-idle.ts';
import type { CallContext } from '../call-context.ts';
import type { Gate } from '../requests/gate.ts';
import { createMessageSender } from '../requests/message-sender.ts';
import type { Session } from '../rtc-session.ts';
import type { ExactTextTransport } from './exact-text-transport.ts';
import { agreeOnText, type TextAgreement } from './text-agreement.ts';
import { createTextChannel, openTextChannel } from './text-channel.ts';
import {
  createTextTransport,
  type TextTransport,
  type TextTransportEvents,
  type TextTransportOptions,
} from './text-transport.ts';

/** The longest time for which the end of a call waits until a busy page has read the last text. */
const LAST_TEXT_READ_MS = 500;

/** The highest data channel id that browsers accept. */
const MAX_STREAM_ID = 1023;

export type CallTextOptions = {
  readonly callId: string;
  readonly wanted: MediaKinds;
  /** The peer's body, if the peer made the offer. */
  readonly remoteOffer?: string;
  /** Text by MESSAGE waits here while the connection to the server is lost. */
  readonly gate: Gate;
  /** The server answers that the peer is away for a moment (true), or a request has reached it again. */
  readonly onPeerAway: (isAway: boolean) => void;
};

type NegotiatedText = Omit<NegotiatedMedia, 'audio' | 'video' | 'fromPeer'>;

/** The text of one call: what the bodies say of it, and the transport that carries it. */
export type CallText = {
  /** What the bodies of this side say of text. */
  readonly own: OwnText;
  /** The text transport in use; undefined before the call is established. */
  readonly current: TextTransportName | undefined;
  /**
   * Takes the connection after its sound and video are added, and creates the data channel.
   * @param isNeeded the body has no other section, so that it needs that of the channel
   */
  prepare(connection: RTCPeerConnection, isNeeded: boolean): void;
  /**
   * Starts the text transport when offer and answer are complete.
   * @param own what the last body of this side says of text
   * @param remote the last body of the peer
   */
  establish(session: Session, own: OwnText, remote: string, peerAllowsMessage: boolean): NegotiatedText;
  send(chunkId: number, characters: string): void;
  /** Takes characters received by MESSAGE. */
  receive(characters: string): void;
  /** Calls `then` when all text is known to have arrived, but after a second at the latest. */
  whenSent(then: () => void): void;
  /** Calls `then` when the page has read all text that the browser has received and acknowledged. */
  whenRead(then: () => void): void;
  /** Stops sending because the connection is closing; calls `then` when the page has read all received text. */
  end(then: () => void): void;
  /** The first chunk of text that has surely not been sent; undefined if there is none. */
  firstUnsent(): number | undefined;
  /** What another dialog of the call needs to go on with the counts of the text; undefined if text is not counted. */
  kept(): unknown;
  stop(): void;
};

const eventsOf = (
  emit: CallContext['emit'],
  callId: string,
  { isExact, cps }: TextAgreement,
): TextTransportEvents => ({
  received: (characters) => emit({ type: 'textReceived', callId, characters }),
  delivered: (chunkId) => emit({ type: 'textDelivered', callId, chunkId }),
  failed: (chunkId, unsentFrom) =>
    emit({ type: 'textFailed', callId, chunkId, ...(unsentFrom === undefined ? {} : { unsentFrom }) }),
  changed: (transport, isTextSafe, unsentFrom) =>
    emit({
      type: 'textTransportChanged',
      callId,
      transport,
      isTextSafe,
      ...(isExact ? { isTextExact: true } : {}),
      ...(transport === 'dataChannel' ? { cps } : {}),
      ...(unsentFrom === undefined ? {} : { unsentFrom }),
    }),
});

const negotiatedText = (
  current: TextTransportName,
  { cps, isReadOnly, isContinued }: TextAgreement,
): NegotiatedText => ({
  text: current !== 'none',
  textTransport: current,
  ...(current === 'dataChannel' ? { textCps: cps } : {}),
  ...(isReadOnly ? { isTextReadOnly: true } : {}),
  ...(isContinued ? { isTextContinued: true } : {}),
});

export function createCallText(context: CallContext, options: CallTextOptions): CallText {
  const { emit, clock, textTransports, keepsCalls, exactText } = context;
  const { callId, wanted, remoteOffer, gate } = options;
  const streamId =
    remoteOffer === undefined ? T140_STREAM_ID : readTextFromSdp(remoteOffer).dataChannel?.streamId;
  const mayUseChannel = wanted.text && textTransports.includes('data-channel');
  const own = {
    dataChannel: mayUseChannel && streamId !== undefined && streamId <= MAX_STREAM_ID,
    message: wanted.text && textTransports.includes('message'),
    // A call that outlives an interruption keeps its text complete (decision D82).
    isExact: wanted.text && exactText !== undefined,
    ...(context.keptText?.() === undefined ? {} : { isContinued: true }),
  };
  let connection: RTCPeerConnection | undefined;
  let channel: RTCDataChannel | undefined;
  /** The channel that the peer opened before the call was established. */
  let early: RTCDataChannel | undefined;
  let transport: TextTransport | ExactTextTransport | undefined;
  /** The last request for the peer was not forwarded. */
  let isPeerAway = false;

  function followAway(isAway: boolean): void {
    isPeerAway = isAway;
    options.onPeerAway(isAway);
  }

  /** Takes a channel that the peer has opened in band, also after a failure (RFC 8832, RFC 8865 §5.4). */
  function takeChannel(opened: RTCDataChannel): void {
    if (!mayUseChannel || opened.protocol !== T140_SUBPROTOCOL) return;
    if (transport === undefined) early = opened;
    else transport.take(opened);
  }

  const reopenChannel = (): RTCDataChannel | undefined =>
    connection?.connectionState === 'connected' ? openTextChannel(connection) : undefined;

  function transportOptions(session: Session, agreement: TextAgreement): TextTransportOptions {
    const watch = context.watchText?.(callId, agreement.isExact);
    return {
      transport: agreement.transport,
      fallback: agreement.fallback,
      channel,
      // After a failure the caller opens a new channel, and the callee accepts it.
      ...(remoteOffer === undefined ? { reopen: reopenChannel } : {}),
      messages: createMessageSender({
        session,
        clock,
        gate,
        onAway: keepsCalls ? followAway : undefined,
        onSent: watch && ((characters) => watch.sent('message', characters)),
      }),
      watch,
      // Without a connection there are no statistics, and no text counts as arrived.
      report: async () => session.connection.getStats(),
      clock,
      events: eventsOf(emit, callId, agreement),
    };
  }

  function createTransport(session: Session, agreement: TextAgreement): TextTransport | ExactTextTransport {
    const made = transportOptions(session, agreement);
    if (!agreement.isExact || exactText === undefined) return createTextTransport(made);
    return exactText.createExactTextTransport(
      { machine: exactText.machine, createWire: createTextTransport },
      agreement.isContinued ? { ...made, restored: context.keptText?.() } : made,
    );
  }

  return {
    own,
    get current() {
      return transport?.current;
    },
    prepare(made, isNeeded) {
      connection = made;
      made.addEventListener('datachannel', (event) => takeChannel(event.channel));
      if (own.dataChannel || isNeeded) channel = createTextChannel(made, streamId ?? T140_STREAM_ID);
    },
    establish(session, ownText, remote, peerAllowsMessage) {
      const agreement = agreeOnText(ownText, remote, peerAllowsMessage, textTransports);
      transport = createTransport(session, agreement);
      if (early !== undefined) transport.take(early);
      return negotiatedText(transport.current, agreement);
    },
    send: (chunkId, characters) => transport?.send(chunkId, characters),
    receive: (characters) => transport?.receive(characters),
    whenSent(then) {
      if (transport === undefined) then();
      else transport.whenSent(then);
    },
    whenRead(then) {
      if (transport?.current === 'dataChannel') whenIdle(then, LAST_TEXT_READ_MS);
      else then();
    },
    end(then) {
      const mayHaveText = transport?.current === 'dataChannel';
      transport?.stopSending();
      if (mayHaveText) whenIdle(then, LAST_TEXT_READ_MS);
      else then();
    },
    firstUnsent: () => transport?.firstUnsent(isPeerAway),
    kept: () => (transport !== undefined && 'snapshot' in transport ? transport.snapshot() : undefined),
    stop: () => transport?.stop(),
  };
}

import type { Bandwidth, DeviceKind, MediaKinds, NegotiatedMedia, OutgoingCall } from '@samtal/call-core';
import {
  chooseTransport,
  readTextFromSdp,
  T140_STREAM_ID,
  T140_SUBPROTOCOL,
  USUAL_CPS,
} from '@samtal/realtime-text';
import { whenIdle } from '../../page/when-idle.ts';
import type { CallContext } from '../call-context.ts';
import type { Body } from '../requests/body-exchange.ts';
import { createBodyExchange } from '../requests/body-exchange.ts';
import { changeDescriptions } from '../requests/description-queue.ts';
import type { Gate } from '../requests/gate.ts';
import { peerTakesMedia, takesMedia } from '../requests/held-bodies.ts';
import { CROSSED, type OfferOptions, sendOffer } from '../requests/media-offer.ts';
import { createMessageSender } from '../requests/message-sender.ts';
import type { Session } from '../rtc-session.ts';
import type { ScreenSection } from '../screen/screen-section-code.ts';
import type { ExactTextTransport } from '../text/exact-text-transport.ts';
import { createTextChannel, openTextChannel } from '../text/text-channel.ts';
import type { TextTransport, TextTransportOptions } from '../text/text-transport.ts';
import { createTextTransport } from '../text/text-transport.ts';
import {
  addAnsweredMedia,
  addOfferedMedia,
  gatherRemoteStream,
  keepDirections,
  refuseMoreVideos,
  refuseUnwantedMedia,
  repeatAnswer,
  stopUnused,
  takeAddedMedia,
} from './call-peer.ts';
import { createHeldDirections } from './held-directions.ts';
import { limitGathering } from './ice-limit.ts';
import { limitSenders } from './sender-limits.ts';

/** The longest time for which the end of a call waits until a busy page has read the last text. */
const LAST_TEXT_READ_MS = 500;

/** The highest data channel id that browsers accept. */
const MAX_STREAM_ID = 1023;

export type CallMediaOptions = {
  readonly callId: string;
  readonly wanted: MediaKinds;
  readonly bandwidth: Bandwidth;
  /** The media that either end may add during the call; absent = none. */
  readonly mayAdd?: OutgoingCall['mayAdd'];
  /** The peer's body, if the peer made the offer. */
  readonly remoteOffer?: string;
  /** ICE or DTLS has failed for good in a call that needs its peer connection: no media flows any more. */
  readonly onConnectionFailed: () => void;
  /** Text by MESSAGE waits here while the connection to the server is lost. */
  readonly gate: Gate;
  /** ICE has lost the peer of a call that is kept (true), or found it again. */
  readonly onPeerLost: (isLost: boolean) => void;
  /** The server answers that the peer is away for a moment (true), or a request has reached it again. */
  readonly onPeerAway: (isAway: boolean) => void;
};

type FlowingMedia = Pick<NegotiatedMedia, DeviceKind> & {
  readonly fromPeer: Readonly<Record<DeviceKind, boolean>>;
};

const together = (one: FlowingMedia, other: FlowingMedia): FlowingMedia => ({
  audio: one.audio || other.audio,
  video: one.video || other.video,
  fromPeer: {
    audio: one.fromPeer.audio || other.fromPeer.audio,
    video: one.fromPeer.video || other.fromPeer.video,
  },
});

/** The parts of a call that are not SIP: peer connection, bodies, tracks and the text transport. */
export type CallMedia = {
  /** Takes the connection that JsSIP has created; nothing has been negotiated yet. */
  prepare(connection: RTCPeerConnection): void;
  /** Called when JsSIP is about to create a description: limits the wait for ICE candidates. */
  describe(): void;
  readonly passBody: (body: Body) => void;
  /** Starts the text transport when offer and answer are complete; returns the negotiated media. */
  establish(session: Session, peerAllowsMessage: boolean): NegotiatedMedia;
  /** Offers the peer to add `kind`, whose local track exists; emits `mediaChanged` or `mediaRefused`. */
  offer(session: Session, kind: DeviceKind): Promise<void>;
  /**
   * Offers the peer to hold the call, or to let it flow again; emits `holdAnswered`. Later bodies of this side say
   * the same.
   */
  offerHold(session: Session, isHeld: boolean): Promise<void>;
  /** Offers the peer the screen of the user, or its end; emits `screenAnswered`. */
  offerScreen(session: Session, isShared: boolean): Promise<void>;
  /** Offers the peer to go on after an interruption; emits `callResumed` or `resumeFailed`. */
  resume(session: Session): Promise<void>;
  /** Whether an offer that changes the call is being prepared or waits for its answer. */
  readonly isOffering: boolean;
  sendText(chunkId: number, characters: string): void;
  /** Takes characters received by MESSAGE. */
  receiveText(characters: string): void;
  /** Calls `then` when all text is known to have arrived, but after a second at the latest. */
  whenTextIsSent(then: () => void): void;
  /** Calls `then` when the page has read all text that the browser has received and acknowledged. */
  whenTextIsRead(then: () => void): void;
  /**
   * Stops sending because the connection is closing; calls `then` when the page has read all received text.
   */
  endText(then: () => void): void;
  /**
   * Whether the call ends when its peer connection fails: a text-only call over MESSAGE does not (decision
   * D10), and an established call that is kept looks for the peer first (decision D80).
   */
  needsConnection(): boolean;
  /** The first chunk of text that has surely not been sent; undefined if there is none. */
  unsentText(): number | undefined;
  /** What another dialog of the call needs to go on with the counts of the text; undefined if text is not counted. */
  keptText(): unknown;
  stop(): void;
};

export function createCallMedia(context: CallContext, options: CallMediaOptions): CallMedia {
  const { emit, streams, clock, log, textTransports, iceServers, iceTimeoutMs, keepsCalls, exactText } =
    context;
  const { callId, wanted, bandwidth, mayAdd, remoteOffer } = options;
  const offered = remoteOffer === undefined ? undefined : readTextFromSdp(remoteOffer);
  const streamId = offered === undefined ? T140_STREAM_ID : offered.dataChannel?.streamId;
  const mayUseChannel = wanted.text && textTransports.includes('data-channel');
  const text = {
    dataChannel: mayUseChannel && streamId !== undefined && streamId <= MAX_STREAM_ID,
    message: wanted.text && textTransports.includes('message'),
    // A call that outlives an interruption keeps its text complete (decision D82).
    isExact: wanted.text && exactText !== undefined,
    ...(context.keptText?.() === undefined ? {} : { isContinued: true }),
  };
  const bodies = createBodyExchange({
    text,
    bandwidth,
    // The first offer has no shared screen.
    takeOffer: (sdp) => (established && screenSection()?.takeOffer(sdp)) || sdp,
    label: (sdp) => screen?.label(sdp) ?? sdp,
  });
  let connection: RTCPeerConnection | undefined;
  let channel: RTCDataChannel | undefined;
  /** The channel that the peer opened before the call was established. */
  let early: RTCDataChannel | undefined;
  let transport: TextTransport | ExactTextTransport | undefined;
  let forgetGathering: (() => void) | undefined;
  let isOffering = false;
  let isStopped = false;
  let wasConnected = false;
  /** The last request for the peer was not forwarded. */
  let isPeerAway = false;
  /** The media that were reported last. */
  let reported = '';
  const setDirections = createHeldDirections();
  /** This side wants to hold the call. */
  let isHeld = false;
  /** Which end holds the call, as the last exchange says. */
  let hold = { isOwn: false, isByPeer: false };
  /** The peer took sound or video in the last exchange that told. */
  let didPeerTake = false;
  /** Settles after the last offer of this side: its offers follow one another. */
  let lastOffer: Promise<unknown> = Promise.resolve();
  /** The SIP session of the established call; undefined before the call is established. */
  let established: Session | undefined;
  /** How many transceivers the connection had when this side's answer was last repeated. */
  let repeatedCount = 0;
  let screen: ScreenSection | undefined;

  /** The section of a shared screen, once its code is loaded (decision D88). */
  const screenSection = (): ScreenSection | undefined => {
    screen ??= context.screens?.get()?.({ callId, emit, streams, connection: () => connection });
    return screen;
  };
  const isOfScreen = (transceiver: RTCRtpTransceiver): boolean => screen?.owns(transceiver) === true;

  const usesConnection = (): boolean =>
    transport?.current !== 'message' || bodies.isFlowing('audio') || bodies.isFlowing('video');

  /** Whether ICE is restarted when it fails, instead of ending the call. */
  const isKept = (): boolean => keepsCalls && wasConnected && transport !== undefined;

  function followConnection({ connectionState: state, iceConnectionState: ice }: RTCPeerConnection): void {
    wasConnected ||= state === 'connected';
    if (state === 'connected') options.onPeerLost(false);
    if ((state !== 'failed' && state !== 'disconnected') || !usesConnection()) return;
    // A restart of ICE does not help when DTLS has failed.
    const hasIce = ice === 'connected' || ice === 'completed';
    if (isKept() && !hasIce) options.onPeerLost(true);
    else if (state === 'failed') options.onConnectionFailed();
  }

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

  function reopenChannel(): RTCDataChannel | undefined {
    const isAlive = connection !== undefined && connection.connectionState === 'connected';
    return isAlive ? openTextChannel(connection as RTCPeerConnection) : undefined;
  }

  const flowing = (): FlowingMedia => ({
    audio: bodies.isFlowing('audio'),
    video: bodies.isFlowing('video'),
    fromPeer: { audio: bodies.isReceiving('audio'), video: bodies.isReceiving('video') },
  });
  /** The media of the call when it was last held by neither end. */
  let unheld: FlowingMedia | undefined;

  /** The media of the call: while one end holds it, those from before, and what was added since. */
  function mediaOfCall(): FlowingMedia {
    const now = flowing();
    if (unheld !== undefined && (hold.isOwn || hold.isByPeer)) unheld = together(unheld, now);
    else unheld = now;
    return unheld;
  }

  /** Finds out which end holds the call after an exchange, and reports it if that has changed. */
  function followHold(): void {
    const { exchanged } = bodies;
    screen?.follow(exchanged);
    const takes = peerTakesMedia(exchanged);
    const isByPeer = takes === undefined ? hold.isByPeer : !takes && (hold.isByPeer || didPeerTake);
    didPeerTake = takes ?? didPeerTake;
    // A body may have been written before the user wanted to hold the call.
    const isOwn = isHeld && !takesMedia(exchanged.isOwn ? exchanged.offer : exchanged.answer);
    if (isOwn === hold.isOwn && isByPeer === hold.isByPeer) return;
    hold = { isOwn, isByPeer };
    emit({ type: 'holdChanged', callId, ...hold });
  }

  /** Reports the media after a new offer and answer; those of the peer only if they differ. */
  function report(isOwn: boolean): void {
    const media = mediaOfCall();
    const current = JSON.stringify(media);
    if (!isOwn && current === reported) return;
    reported = current;
    emit({ type: 'mediaChanged', callId, isOwn, ...media });
  }

  /** Repeats an answer of this side that has new sections, so that a rollback later does not undo it. */
  function keepAnswer(session: Session): void {
    const peer = connection;
    if (peer === undefined || peer.getTransceivers().length === repeatedCount) return;
    repeatedCount = peer.getTransceivers().length;
    changeDescriptions(session, () => repeatAnswer(peer)).catch((error: unknown) => {
      if (!isStopped) log.warn('an answer could not be repeated', { error: String(error) });
    });
  }

  /** Limits the wait for ICE candidates of the next description. */
  function describe(): void {
    if (connection === undefined) return;
    forgetGathering?.();
    forgetGathering = limitGathering(connection, clock, iceServers, iceTimeoutMs);
  }

  /**
   * Makes an offer, with the track of `added` in it, unless another one is under way in either direction: nothing is
   * changed while an offer of the peer is being answered. A track that the peer does not take is removed again.
   * @returns the final status; undefined if there was no answer, or, with `isUnusable`, one that could not be used
   */
  async function negotiate(
    session: Session,
    peer: RTCPeerConnection,
    how: Omit<OfferOptions, 'restoreDirections'>,
    added?: DeviceKind | 'screen',
  ): Promise<{ readonly status: number | undefined; readonly isUnusable: boolean }> {
    if (added === 'screen' && screen?.isAgreed()) return { status: 200, isUnusable: false };
    if (isOffering || !session.isReadyToReOffer()) return { status: CROSSED, isUnusable: false };
    isOffering = true;
    const restoreDirections = keepDirections(peer);
    let undo: (() => Promise<void>) | undefined;
    if (added && added !== 'screen') {
      const code = await import('../requests/added-track.ts').catch(() => undefined);
      undo = await code?.addTrackOf(peer, added, streams.get(callId, 'local'), isOfScreen);
      if (code === undefined) {
        isOffering = false;
        return { status: undefined, isUnusable: false };
      }
    }
    await screen?.prepare(added === 'screen');
    setDirections(peer, isHeld);
    describe();
    const before = bodies.remote;
    const status = await sendOffer(session, { ...how, restoreDirections }).catch(() => undefined);
    if (undo !== undefined && !(status === 200 && bodies.isFlowing(added as DeviceKind)))
      await undo().catch(() => undefined);
    if (status !== 200) await screen?.undo().catch(() => undefined);
    isOffering = false;
    if (status === 200 && !isStopped) followHold();
    return { status, isUnusable: status === undefined && bodies.remote !== before };
  }

  async function resume(session: Session): Promise<void> {
    if (connection === undefined) return;
    const { status } = await negotiate(session, connection, { isRestart: true, isKept: true });
    if (isStopped) return;
    if (status === 200) {
      report(false);
      emit({ type: 'callResumed', callId });
    } else emit({ type: 'resumeFailed', callId, ...(status === undefined ? {} : { status }) });
  }

  /** Makes an offer when the offers before it are settled; does nothing when the call is over then. */
  function inTurn(make: (peer: RTCPeerConnection) => Promise<void>): Promise<void> {
    const before = lastOffer;
    const take = async (): Promise<void> => {
      await before;
      if (connection !== undefined && transport !== undefined && !isStopped) await make(connection);
    };
    const made = take();
    lastOffer = made.catch(() => undefined);
    return made;
  }

  /** Makes an offer in its turn; `then` gets its final status, unless the call is over. */
  const change = (
    session: Session,
    added: DeviceKind | 'screen' | undefined,
    then: (status: number | undefined, peer: RTCPeerConnection) => void,
  ): Promise<void> =>
    inTurn(async (peer) => {
      const { status, isUnusable } = await negotiate(session, peer, { isKept: keepsCalls }, added);
      if (isStopped) return;
      // A 2xx whose answer cannot be used leaves the two ends with different media: the call is over.
      if (isUnusable) options.onConnectionFailed();
      else then(status, peer);
    });

  const offerHold = (session: Session, wanted: boolean): Promise<void> => {
    isHeld = wanted;
    return change(session, undefined, (status) =>
      emit({ type: 'holdAnswered', callId, ...(status === undefined ? {} : { status }) }),
    );
  };

  const offerScreen = (session: Session, isShared: boolean): Promise<void> => {
    const section = screenSection();
    if (section !== undefined) section.isWanted = isShared;
    return change(session, 'screen', (status, peer) => {
      limitSenders(peer, bandwidth, log);
      emit({ type: 'screenAnswered', callId, isShared, ...(status === undefined ? {} : { status }) });
    });
  };

  const offer = (session: Session, kind: DeviceKind): Promise<void> =>
    change(session, kind, (status, peer) => {
      if (status === 200) {
        limitSenders(peer, bandwidth, log);
        report(true);
      } else emit({ type: 'mediaRefused', callId, status: status ?? 500 });
    });

  return {
    get isOffering() {
      return isOffering;
    },
    offer,
    offerHold,
    offerScreen,
    resume,
    prepare(made) {
      connection = made;
      made.addEventListener('connectionstatechange', () => followConnection(made));
      // A medium that is off here also stays off in offers that change the call.
      made.addEventListener('signalingstatechange', () => {
        if (made.signalingState !== 'have-remote-offer') return;
        if (mayAdd !== undefined && transport !== undefined) takeAddedMedia(made, mayAdd);
        else refuseUnwantedMedia(made, wanted);
        // Its code refuses them before, in offers that change the call.
        if (screen) screen.direct();
        else refuseMoreVideos(made);
        setDirections(made, isHeld);
      });
      made.addEventListener('datachannel', (event) => takeChannel(event.channel));
      streams.setConnection(callId, made);
      gatherRemoteStream(made, isOfScreen, (stream) => streams.set(callId, 'remote', stream));
      const local = streams.get(callId, 'local');
      if (remoteOffer === undefined) addOfferedMedia(made, wanted, local);
      else addAnsweredMedia(made, wanted, local);
      // A text-only offer needs its m=application even if the channel is not used.
      const isBodyEmpty = remoteOffer === undefined && !wanted.audio && !wanted.video;
      if (text.dataChannel || isBodyEmpty) channel = createTextChannel(made, streamId ?? T140_STREAM_ID);
    },
    describe,
    passBody(body) {
      bodies.pass(body);
      const isChange = body.type === 'answer' && transport !== undefined && !isOffering;
      if (isChange) followHold();
      if (isChange && mayAdd !== undefined) report(false);
      if (isChange && established !== undefined && body.originator === 'local') keepAnswer(established);
      // The peer has made an offer, and this side answers it: both ends are there.
      if (isChange && keepsCalls && body.originator === 'local') emit({ type: 'callResumed', callId });
    },
    establish(session, peerAllowsMessage) {
      established = session;
      if (remoteOffer !== undefined) keepAnswer(session);
      if (connection !== undefined) limitSenders(connection, bandwidth, log);
      const peer = readTextFromSdp(bodies.remote);
      const sides = { own: bodies.ownText, peer, peerAllowsMessage, order: textTransports };
      const chosen = chooseTransport(sides);
      const fallback = chooseTransport({ ...sides, own: { ...sides.own, dataChannel: false } });
      const cps = peer.dataChannel?.cps ?? USUAL_CPS;
      const isExact = bodies.ownText.isExact === true && peer.isExact === true;
      const isCounted = isExact && exactText !== undefined;
      const isContinued = isCounted && bodies.ownText.isContinued === true && peer.isContinued === true;
      const watch = context.watchText?.(callId, isCounted);
      const textOptions: TextTransportOptions = {
        transport: chosen.name,
        fallback: fallback.name,
        channel,
        // After a failure the caller opens a new channel, and the callee accepts it.
        ...(remoteOffer === undefined ? { reopen: reopenChannel } : {}),
        messages: createMessageSender({
          session,
          clock,
          gate: options.gate,
          onAway: keepsCalls ? followAway : undefined,
          onSent: watch && ((characters) => watch.sent('message', characters)),
        }),
        watch,
        // Without a connection there are no statistics, and no text counts as arrived.
        report: async () => session.connection.getStats(),
        clock,
        events: {
          received: (characters) => emit({ type: 'textReceived', callId, characters }),
          delivered: (chunkId) => emit({ type: 'textDelivered', callId, chunkId }),
          failed: (chunkId, unsentFrom) =>
            emit({
              type: 'textFailed',
              callId,
              chunkId,
              ...(unsentFrom === undefined ? {} : { unsentFrom }),
            }),
          changed: (changed, isTextSafe, unsentFrom) =>
            emit({
              type: 'textTransportChanged',
              callId,
              transport: changed,
              isTextSafe,
              ...(isExact ? { isTextExact: true } : {}),
              ...(changed === 'dataChannel' ? { cps } : {}),
              ...(unsentFrom === undefined ? {} : { unsentFrom }),
            }),
        },
      };
      transport = isCounted
        ? exactText.createExactTextTransport(
            { machine: exactText.machine, createWire: createTextTransport },
            isContinued ? { ...textOptions, restored: context.keptText?.() } : textOptions,
          )
        : createTextTransport(textOptions);
      if (early !== undefined) transport.take(early);
      didPeerTake = peerTakesMedia(bodies.exchanged) ?? false;
      const media = mediaOfCall();
      reported = JSON.stringify(media);
      if (connection !== undefined && mayAdd !== undefined)
        stopUnused(connection, (kind) => media[kind]).catch((error: unknown) =>
          log.debug('unused media could not be stopped', { error: String(error) }),
        );
      return {
        ...media,
        text: transport.current !== 'none',
        textTransport: transport.current,
        ...(transport.current === 'dataChannel' ? { textCps: cps } : {}),
        ...(chosen.name === 'dataChannel' && chosen.isReadOnly ? { isTextReadOnly: true } : {}),
        ...(isContinued ? { isTextContinued: true } : {}),
      };
    },
    sendText: (chunkId, characters) => transport?.send(chunkId, characters),
    receiveText: (characters) => transport?.receive(characters),
    needsConnection: () => usesConnection() && !isKept(),
    whenTextIsSent(then) {
      if (transport === undefined) then();
      else transport.whenSent(then);
    },
    whenTextIsRead(then) {
      if (transport?.current === 'dataChannel') whenIdle(then, LAST_TEXT_READ_MS);
      else then();
    },
    endText(then) {
      const mayHaveText = transport?.current === 'dataChannel';
      transport?.stopSending();
      if (mayHaveText) whenIdle(then, LAST_TEXT_READ_MS);
      else then();
    },
    unsentText: () => transport?.firstUnsent(isPeerAway),
    keptText: () => (transport !== undefined && 'snapshot' in transport ? transport.snapshot() : undefined),
    stop() {
      isStopped = true;
      forgetGathering?.();
      transport?.stop();
      // JsSIP does not close the connection when it rejects an answer (`_acceptAndTerminate`).
      connection?.close();
      // Another dialog may have replaced that of this call, and use its streams (decision D81).
      if (streams.connection(callId) !== connection) return;
      streams.setConnection(callId, undefined);
      streams.remove(callId, 'remote');
      streams.remove(callId, 'screen');
    },
  };
}

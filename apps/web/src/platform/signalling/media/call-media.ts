import type { Bandwidth, MediaKinds, NegotiatedMedia, OutgoingCall } from '@samtal/call-core';
import { sendKeyFrames, sendKeyFramesOnMove } from '../../quality/key-frames.ts';
import type { CallContext } from '../call-context.ts';
import type { Body } from '../requests/body-exchange.ts';
import { createBodyExchange } from '../requests/body-exchange.ts';
import type { Gate } from '../requests/gate.ts';
import type { Session } from '../rtc-session.ts';
import type { ScreenSection } from '../screen/screen-section-code.ts';
import { type CallText, createCallText } from '../text/call-text.ts';
import { addAnsweredMedia, addOfferedMedia, gatherRemoteStream, stopUnused } from './call-peer.ts';
import { createFlowingMedia } from './flowing-media.ts';
import { limitGathering } from './ice-limit.ts';
import { createOwnOffers, type OwnOffers } from './own-offers.ts';
import { createPeerOffers } from './peer-offers.ts';
import { limitSenders } from './sender-limits.ts';

/**
 * How much longer an offer or answer in an established call waits for a first usable candidate. After a change of
 * network browsers know their new address late: Chromium 150 about 1.4 s after it, measured on Linux.
 */
const NETWORK_PATIENCE_MS = 3000;

/** How long the state of the whole connection may differ from that of its ICE before it counts. */
const STATES_DIFFER_MS = 1000;

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

/** The parts of a call that are not SIP: peer connection, bodies, tracks and text. */
export type CallMedia = {
  readonly text: CallText;
  readonly offers: OwnOffers;
  /** Takes the connection that JsSIP has created; nothing has been negotiated yet. */
  prepare(connection: RTCPeerConnection): void;
  /** Called when JsSIP is about to create a description: limits the wait for ICE candidates. */
  describe(): void;
  readonly passBody: (body: Body) => void;
  /** Starts the text transport when offer and answer are complete; returns the negotiated media. */
  establish(session: Session, peerAllowsMessage: boolean): NegotiatedMedia;
  /**
   * Whether the call ends when its peer connection fails: a text-only call over MESSAGE does not (decision
   * D10), and an established call that is kept looks for the peer first (decision D80).
   */
  needsConnection(): boolean;
  stop(): void;
};

/** Connects the parts: each has its own file, and here is what happens to the connection. */
export function createCallMedia(context: CallContext, options: CallMediaOptions): CallMedia {
  const { emit, streams, clock, log, keepsCalls, screens } = context;
  const { callId, wanted, bandwidth, mayAdd, remoteOffer } = options;
  let connection: RTCPeerConnection | undefined;
  /** The SIP session of the established call; undefined before the call is established. */
  let established: Session | undefined;
  let screen: ScreenSection | undefined;
  let forgetGathering: (() => void) | undefined;
  let wasConnected = false;
  let isStopped = false;

  const openScreen = (): ScreenSection | undefined => {
    screen ??= screens?.get()?.({ callId, emit, streams, connection: () => connection });
    return screen;
  };
  const isOfScreen = (each: RTCRtpTransceiver): boolean => screen?.owns(each) === true;
  const text = createCallText(context, options);
  const bodies = createBodyExchange({
    text: text.own,
    bandwidth,
    // The first offer has no shared screen.
    takeOffer: (sdp) => (established && openScreen()?.takeOffer(sdp)) || sdp,
    label: (sdp) => screen?.label(sdp) ?? sdp,
  });
  const flow = createFlowingMedia(callId, emit, bodies);
  const parts = {
    ...context,
    ...options,
    bodies,
    flow,
    screen: () => screen,
    openScreen,
    isOfScreen,
    connection: () => (established === undefined || isStopped ? undefined : connection),
    describe,
    followExchange,
  };
  const offers = createOwnOffers(parts);
  const peerOffers = createPeerOffers(parts);

  /** Limits the wait for ICE candidates of the next description. */
  function describe(): void {
    if (connection === undefined) return;
    forgetGathering?.();
    forgetGathering = limitGathering(connection, clock, context.iceServers, {
      timeoutMs: context.iceTimeoutMs,
      patienceMs: established === undefined ? 0 : NETWORK_PATIENCE_MS,
    });
  }

  /** Reads what an offer and its answer say, when both are complete. */
  function followExchange(): void {
    if (isStopped) return;
    screen?.follow(bodies.exchanged);
    flow.followHold();
  }

  const usesConnection = (): boolean =>
    text.current !== 'message' || bodies.isFlowing('audio') || bodies.isFlowing('video');

  /** Whether ICE is restarted when it fails, instead of ending the call. */
  const isKept = (): boolean => keepsCalls && wasConnected && established !== undefined;

  /** @param isLasting the states have been the same for a moment */
  function followConnection(made: RTCPeerConnection, isLasting = false): void {
    if (isStopped) return;
    const { connectionState: state, iceConnectionState: ice } = made;
    if (state === 'connected') {
      if (wasConnected) sendKeyFrames(made);
      else sendKeyFramesOnMove(made);
      wasConnected = true;
      options.onPeerLost(false);
    }
    if ((state !== 'failed' && state !== 'disconnected') || !usesConnection()) return;
    // A restart of ICE does not help when DTLS has failed.
    const hasIce = ice === 'connected' || ice === 'completed';
    if (isKept() && !hasIce) options.onPeerLost(true);
    else if (state !== 'failed') return;
    else if (isLasting || !isKept()) options.onConnectionFailed();
    // Browsers change the two states one after the other: ICE may just have found the peer again.
    else clock.setTimer(STATES_DIFFER_MS, () => followConnection(made, true));
  }

  return {
    text,
    offers,
    prepare(made) {
      connection = made;
      made.addEventListener('connectionstatechange', () => followConnection(made));
      made.addEventListener('signalingstatechange', () => {
        if (made.signalingState === 'have-remote-offer') peerOffers.direct(made);
      });
      streams.setConnection(callId, made);
      gatherRemoteStream(made, isOfScreen, (stream) => streams.set(callId, 'remote', stream));
      const local = streams.get(callId, 'local');
      if (remoteOffer === undefined) addOfferedMedia(made, wanted, local);
      else addAnsweredMedia(made, wanted, local);
      text.prepare(made, remoteOffer === undefined && !wanted.audio && !wanted.video);
    },
    describe,
    passBody(body) {
      bodies.pass(body);
      if (body.type !== 'answer' || established === undefined || offers.isUnderWay) return;
      followExchange();
      if (mayAdd !== undefined) flow.report(false);
      if (body.originator !== 'local') return;
      peerOffers.keepAnswer(established);
      // The peer has made an offer, and this side answers it: both ends are there.
      if (keepsCalls) emit({ type: 'callResumed', callId });
    },
    establish(session, peerAllowsMessage) {
      established = session;
      if (remoteOffer !== undefined) peerOffers.keepAnswer(session);
      if (connection !== undefined) limitSenders(connection, bandwidth, log);
      const negotiatedText = text.establish(session, bodies.ownText, bodies.remote, peerAllowsMessage);
      const media = flow.begin();
      if (connection !== undefined && mayAdd !== undefined)
        stopUnused(connection, (kind) => media[kind]).catch((error: unknown) =>
          log.debug('unused_media_not_stopped', { error: String(error) }),
        );
      return { ...media, ...negotiatedText };
    },
    needsConnection: () => usesConnection() && !isKept(),
    stop() {
      isStopped = true;
      forgetGathering?.();
      text.stop();
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

import type { SignallingEvent } from '@samtal/call-core';
import type { CallContext } from './call-context.ts';
import type { Ending } from './call-ending.ts';
import { endEvent, endSession, failureEvent } from './call-ending.ts';
import { guarded, type SessionHandlers } from './guarded-handlers.ts';
import { type CallMedia, type CallMediaOptions, createCallMedia } from './media/call-media.ts';
import { abilitiesOf, allows, type PeerMessage } from './peer-abilities.ts';
import { createPeerLoss } from './peer-loss.ts';
import { createGate, type Gate } from './requests/gate.ts';
import { createInfoSender, type InfoSender } from './requests/info-sender.ts';
import type { Session } from './rtc-session.ts';

/** The time limit for sending an INVITE, or the answer to one, in addition to ICE gathering. */
const SET_UP_LIMIT_MS = 10_000;

/** The most messages with text that are kept for a moment; the pace allows four in a second (decision D11). */
const MOST_EARLY = 16;

/** How far a call has come, and each way in which it ends. */
export type CallLifecycle = {
  readonly callId: string;
  /** A call that another dialog has replaced goes on there: what is left of this one reports nothing. */
  readonly emit: (event: SignallingEvent) => void;
  /** Requests wait here while the connection to the server is lost. */
  readonly gate: Gate;
  /** Undefined until JsSIP has returned it. */
  session: Session | undefined;
  /** Undefined until the call is being set up. */
  readonly media: CallMedia | undefined;
  /** Sends INFO; undefined until the call is established. */
  readonly infos: InfoSender | undefined;
  /** This side ends the call. */
  isAsked: boolean;
  readonly isOver: boolean;
  /** The handlers of a session, with those of one direction. If one of them throws, the call is given up. */
  handlersWith(more: SessionHandlers): SessionHandlers;
  /** Begins to prepare an INVITE, or the answer to one. */
  beginSetUp(media: Pick<CallMediaOptions, 'wanted' | 'bandwidth' | 'mayAdd' | 'remoteOffer'>): void;
  /** It has been sent. */
  endSetUp(): void;
  /** Calls `then` after a time, unless the call is over before; the returned function cancels it. */
  setTimer(delayMs: number, then: () => void): () => void;
  /** Offer and answer are complete; emits `callAccepted`. */
  establish(peer: PeerMessage): void;
  /** Takes text by MESSAGE, which a peer that has answered may send while the browser still takes the answer. */
  receiveText(characters: string): void;
  /**
   * Sends CANCEL, BYE or a refusal; the call is over when JsSIP has reported that. While the connection is lost the call
   * is over immediately, and the BYE waits.
   */
  terminate(status?: number, words?: string): void;
  /**
   * Ends the call because of a fault; `isAsked` stays false, so the end counts as a broken call. JsSIP itself
   * detects an ICE failure, but not a DTLS failure.
   */
  readonly breakOff: () => void;
  /**
   * Ends the call because JsSIP or the browser could not carry out a request, e.g. with an address or ICE
   * server that it rejects.
   */
  giveUp(code: string, error?: unknown, status?: number): void;
  /** Ends the call without an event. */
  readonly abandon: () => void;
  /** Ends the call without an event, because another dialog has replaced its own. */
  leave(): void;
};

/** @param onGone called when the call is over, before its last event is emitted */
export function createCallLifecycle(
  context: CallContext,
  callId: string,
  direction: 'incoming' | 'outgoing',
  onGone: () => void,
): CallLifecycle {
  const { clock, log, keepsCalls, iceTimeoutMs } = context;
  const timers: (() => void)[] = [];
  let forgetSetUpLimit: (() => void) | undefined;
  let isBeingSetUp = false;
  let isReplaced = false;
  let early: readonly string[] = [];

  const losePeer = createPeerLoss((isLost) => {
    if (!call.isOver) call.emit({ type: isLost ? 'peerLost' : 'peerFound', callId });
  });

  function stop(): void {
    call.isOver = true;
    for (const forget of timers) forget();
    call.media?.stop();
    call.session?.removeAllListeners();
  }

  function finish(): void {
    stop();
    call.gate.open();
    onGone();
  }

  /** The session stays until the connection is back: then it tells the peer. */
  async function leaveLater(session: Session): Promise<void> {
    if (call.isOver) return;
    stop();
    call.emit({ type: 'callClosed', callId });
    await call.gate.passed();
    endSession(session, direction);
    onGone();
  }

  const onEnd = (eventOf: typeof endEvent) => (event: Ending) => {
    const { infos, media } = call;
    const tell = (): void => {
      if (call.isOver) return;
      finish();
      call.emit(eventOf(event, { callId, direction, isAsked: call.isAsked, isBeingSetUp, keepsCalls }));
    };
    // The sender counts text as delivered when the browser has acknowledged it, so the page reads all of it
    // before it reports the end of the call.
    if (infos === undefined || media === undefined) tell();
    else media.text.end(tell);
  };

  const handlers: SessionHandlers = {
    peerconnection: ({ peerconnection }) => call.media?.prepare(peerconnection),
    connecting: () => call.media?.describe(),
    sdp: (body) => call.media?.passBody(body),
    failed: onEnd(failureEvent),
    ended: onEnd(endEvent),
  };

  const call: { -readonly [Name in keyof CallLifecycle]: CallLifecycle[Name] } = {
    callId,
    emit(event) {
      if (!isReplaced) context.emit(event);
    },
    gate: createGate(),
    session: undefined,
    media: undefined,
    infos: undefined,
    isAsked: false,
    isOver: false,
    handlersWith: (more) =>
      guarded({ ...handlers, ...more }, (name, error) => {
        // The INVITE is being made: what makes it catches the exception and gives up the call.
        if (call.session === undefined) throw error;
        call.giveUp(name, error);
      }),
    beginSetUp(media) {
      const { emit, gate, breakOff } = call;
      call.media = createCallMedia(
        { ...context, emit },
        {
          ...media,
          callId,
          gate,
          onConnectionFailed: breakOff,
          onPeerLost: losePeer('ice'),
          onPeerAway: losePeer('absence'),
        },
      );
      isBeingSetUp = true;
      forgetSetUpLimit = call.setTimer(iceTimeoutMs + SET_UP_LIMIT_MS, () => call.giveUp('setUpTooLong'));
    },
    endSetUp() {
      isBeingSetUp = false;
      forgetSetUpLimit?.();
    },
    setTimer(delayMs, then) {
      const forget = clock.setTimer(delayMs, then);
      timers.push(forget);
      return forget;
    },
    establish(peer) {
      const { session, media, gate } = call;
      if (session === undefined || media === undefined || call.isOver || call.isAsked) return;
      call.infos = createInfoSender({ session, clock, gate });
      const negotiated = media.establish(session, allows(peer, 'MESSAGE'));
      call.emit({ type: 'callAccepted', callId, media: { ...negotiated, ...abilitiesOf(peer) } });
      for (const characters of early) media.text.receive(characters);
      early = [];
    },
    receiveText(characters) {
      if (call.infos !== undefined) call.media?.text.receive(characters);
      else early = [...early, characters].slice(0, MOST_EARLY);
    },
    terminate(status, words) {
      const { session, gate } = call;
      if (session === undefined) return;
      if (call.isAsked && !gate.isOpen) void leaveLater(session);
      else endSession(session, direction, status, words);
    },
    breakOff() {
      if (!call.isOver) call.terminate();
    },
    giveUp(code, error, status = direction === 'incoming' ? 500 : undefined) {
      if (call.isOver) return;
      log.warn('call_set_up_failed', { code, error: error instanceof Error ? error.name : undefined });
      const type = call.infos === undefined ? 'setUpFailed' : 'callBroken';
      finish();
      call.terminate(status);
      call.emit({ type, callId, code });
    },
    abandon() {
      if (call.isOver) return;
      finish();
      call.terminate();
    },
    leave() {
      isReplaced = true;
      call.abandon();
    },
  };
  return call;
}

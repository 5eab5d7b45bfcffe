import type { DeviceKind, IncomingAnswer, Info, OutgoingCall, TransferRequest } from '@samtal/call-core';
import { hasAnyMedia } from '@samtal/call-core';
import { type UA, URI, Utils } from 'jssip';
import type { IncomingEvent, OutgoingEvent, RTCSessionEventMap } from 'jssip/lib/RTCSession';
import type { IncomingRequest, IncomingResponse } from 'jssip/lib/SIPMessage';
import type { CallContext } from './call-context.ts';
import type { Ending } from './call-ending.ts';
import { endEvent, failureEvent } from './call-ending.ts';
import type { CallMedia } from './media/call-media.ts';
import { createCallMedia } from './media/call-media.ts';
import { type SavedDialog, savedDialogOf } from './reload/saved-dialog.ts';
import { declineReason } from './requests/decline-reason.ts';
import { createGate } from './requests/gate.ts';
import type { InfoSender } from './requests/info-sender.ts';
import { createInfoSender } from './requests/info-sender.ts';
import { addLocation } from './requests/location-body.ts';
import type { DialogIds, Session } from './rtc-session.ts';
import { forgetAck, repairOutgoingSession, repairSession } from './session-repairs.ts';
import type { Answerable, OtherCalls, Transferable } from './transfer/session-transfers.ts';

/**
 * Time after which an INVITE without a final answer is ended. Proxies end it after three minutes at the
 * earliest (timer C, RFC 3261 §16.6); JsSIP never does after a ringing response.
 */
const ANSWER_LIMIT_MS = 185_000;

/** The time limit for sending an INVITE, or the answer to one, in addition to ICE gathering. */
const SET_UP_LIMIT_MS = 10_000;

/** The most messages with text that are kept for a moment; the pace allows four in a second (decision D11). */
const MOST_EARLY = 16;

/** What is special in an INVITE that replaces a dialog. */
export type Replacing = { readonly extraHeaders: readonly string[]; readonly fromUserName?: string };

/** One call from INVITE to its end. After the end every method does nothing. */
export type SipCall = {
  readonly callId: string;
  /** Whether an incoming request belongs to the call's established dialog (RFC 3261 §12.2.2). */
  owns(request: DialogIds): boolean;
  /** The established dialog, whatever becomes of it; undefined before. */
  readonly dialog:
    | (Pick<SavedDialog, 'callId' | 'localTag' | 'remoteTag'> & { readonly remoteUri: string })
    | undefined;
  /** The text by which another page can replace the dialog; undefined if the call is not established. */
  savedDialog(ua: UA): string | undefined;
  /**
   * Starts an outgoing call.
   * @param replacing what makes it replace a dialog at the peer, without ringing (RFC 3891)
   */
  invite(ua: UA, call: OutgoingCall, replacing?: Replacing): void;
  /** Takes over an incoming INVITE. */
  receive(session: Session, request: IncomingRequest): void;
  answer(answer: IncomingAnswer): void;
  /**
   * Ends the call with CANCEL, BYE or, for an unanswered incoming INVITE, `status`.
   * @param words a message for the caller of a declined call
   */
  end(status?: number, words?: string): void;
  /** Offers the peer to add a medium. */
  offerMedium(kind: DeviceKind): void;
  /** Offers the peer to hold the call, or to let it flow again. */
  offerHold(isHeld: boolean): void;
  /** Offers the peer the screen of the user, or its end. */
  offerScreen(isShared: boolean): void;
  /** Asks the peer to call a third user, or tells it what became of its own question. */
  transfer(request: TransferRequest, others: OtherCalls): void;
  /** Whether the call can go on over another connection: it is established, and this side does not end it. */
  readonly isEstablished: boolean;
  /** The connection is lost: requests wait until `reach`. */
  suspend(): void;
  /** There is a connection again, and this side is registered. */
  reach(): void;
  /** Offers the peer to go on after an interruption. */
  resume(): void;
  sendText(chunkId: number, characters: string): void;
  sendInfo(infoId: number, info: Info): void;
  /** Takes characters received by MESSAGE, and the CSeq number of that request. */
  receiveText(characters: string, cseq: number): void;
  /** Ends the call without an event. */
  abandon(): void;
  /** The counts of the text, for the dialog that takes the place of this one (decision D82). */
  keptText(): unknown;
  /**
   * Ends the call without an event, because another dialog has replaced its own.
   * @returns the first chunk of text that was never sent, if there is one
   */
  leave(): number | undefined;
};

/** Whether the client can be in a call of three (RFC 3911 §6). */
const takesJoin = (message: IncomingRequest | IncomingResponse): boolean =>
  message.getHeaders('Supported').some((value) => /\bjoin\b/i.test(value));

const allows = (message: IncomingRequest | IncomingResponse, method: 'MESSAGE' | 'REFER'): boolean =>
  (message.getHeader('Allow') ?? '').toUpperCase().includes(method);

/** A telephone number with country code (E.164) at a domain without URI parameters. */
const globalNumber = /^\+\d{1,15}@[^;?]+$/;

/**
 * The target as a URI object (JsSIP's types allow only strings): from a string, JsSIP would remove
 * separators, and the target may be a name (DIAL-10). A telephone number is marked as one (RFC 3261
 * §19.1.6). Undefined, which JsSIP rejects, if SIP cannot express the target.
 */
function uriOf(target: string): string {
  const at = target.lastIndexOf('@');
  const mark = globalNumber.test(target) ? ';user=phone' : '';
  return URI.parse(`sip:${Utils.escapeUser(target.slice(0, at))}@${target.slice(at + 1)}${mark}`);
}

/**
 * One call with its session in JsSIP.
 * @param onGone called when the call is over, before its last event is emitted
 */
export function createSipCall(
  context: CallContext,
  callId: string,
  direction: 'incoming' | 'outgoing',
  onGone: () => void,
): SipCall {
  const { clock, iceServers, iceTimeoutMs, log, keepsCalls } = context;
  const supported = context.threePeople?.areOn() ? ['Supported: join'] : [];
  /** A call that another dialog has replaced goes on there: what is left of this one reports nothing. */
  const emit: CallContext['emit'] = (event) => {
    if (!isReplaced) context.emit(event);
  };
  const gate = createGate();
  let session: Session | undefined;
  let media: CallMedia | undefined;
  let invitation: IncomingRequest | undefined;
  let infos: InfoSender | undefined;
  let forgetAnswerLimit: (() => void) | undefined;
  let forgetSetUpLimit: (() => void) | undefined;
  let isBeingSetUp = false;
  let isAsked = false;
  let lastMessage = Number.NEGATIVE_INFINITY;
  let isOver = false;
  let isReplaced = false;
  /** Text of a peer that has answered, while the browser still takes the answer. */
  let early: readonly string[] = [];
  /** What shows that the peer cannot be reached. */
  const lostBy = new Set<'ice' | 'absence'>();

  function finish(): void {
    isOver = true;
    forgetAnswerLimit?.();
    forgetSetUpLimit?.();
    media?.stop();
    gate.open();
    session?.removeAllListeners();
    onGone();
  }

  const onEnd = (eventOf: typeof endEvent) => (event: Ending) => {
    const tell = (): void => {
      if (isOver) return;
      finish();
      emit(eventOf(event, { callId, direction, isAsked, isBeingSetUp, keepsCalls }));
    };
    // The sender counts text as delivered when the browser has acknowledged it, so the page reads all of it
    // before it reports the end of the call.
    if (infos === undefined || media === undefined) tell();
    else media.endText(tell);
  };

  function establish(peer: IncomingRequest | IncomingResponse): void {
    if (session === undefined || media === undefined || isOver || isAsked) return;
    infos = createInfoSender({ session, clock, gate });
    const negotiated = media.establish(session, allows(peer, 'MESSAGE'));
    // Without Allow, as in the 200 of JsSIP, it is not known what the peer takes (RFC 3261 §20.5).
    const mayTake = allows(peer, 'REFER') || !peer.hasHeader('Allow');
    const takesTransfers = mayTake ? ({ takesTransfers: true } as const) : {};
    const joins = takesJoin(peer) ? ({ takesJoin: true } as const) : {};
    emit({ type: 'callAccepted', callId, media: { ...negotiated, ...takesTransfers, ...joins } });
    for (const characters of early) media.receiveText(characters);
    early = [];
  }

  const handlers: Partial<RTCSessionEventMap> = {
    peerconnection: ({ peerconnection }) => media?.prepare(peerconnection),
    connecting: () => media?.describe(),
    sdp: (body) => media?.passBody(body),
    failed: onEnd(failureEvent),
    ended: onEnd(endEvent),
  };

  function beginSetUp(): void {
    isBeingSetUp = true;
    forgetSetUpLimit = clock.setTimer(iceTimeoutMs + SET_UP_LIMIT_MS, () => giveUp('setUpTooLong'));
  }

  function endSetUp(): void {
    isBeingSetUp = false;
    forgetSetUpLimit?.();
  }

  /**
   * Handlers that give up the call when they throw: once JsSIP has returned the session, it swallows the
   * exceptions of its listeners, and the call would hang (STATE-24).
   */
  const guarded = (all: Partial<RTCSessionEventMap>): Partial<RTCSessionEventMap> =>
    Object.fromEntries(
      Object.entries(all).map(([name, handle]) => [
        name,
        (event: never) => {
          try {
            (handle as (event: never) => void)(event);
          } catch (error) {
            // Before that, `invite` catches the exception and gives up the call.
            if (session === undefined) throw error;
            giveUp(name, error);
          }
        },
      ]),
    );

  const sessionOptions = {
    // LocalMedia opens the devices. JsSIP must not open them, because its errors cannot be told apart.
    mediaConstraints: { audio: false, video: false },
    pcConfig: { iceServers: [...iceServers], connection: context.takeConnection },
  };

  /** What the code for transfers needs of this call. */
  const transferable: Transferable = {
    callId,
    clock,
    uriOf,
    emit,
    session: () => (isOver ? undefined : session),
  };

  const sessionHooks = {
    loadScreens: () => context.screens?.get() ?? context.screens?.fetch(),
    onTransfer: (request: Answerable) => context.transfer?.(transferable, request),
    isEstablished: () => infos !== undefined,
    isOffering: () => media?.isOffering === true,
    onGathering: () => media?.describe(),
    needsConnection: () => media?.needsConnection() !== false,
  };

  function listen(all: Partial<RTCSessionEventMap>): void {
    for (const [name, handler] of Object.entries(guarded(all)))
      session?.on(name as keyof RTCSessionEventMap, handler as () => void);
  }

  function terminate(status?: number, words?: string): void {
    if (session === undefined || session.isEnded()) return;
    // Otherwise a 200 that crosses the CANCEL gets neither ACK nor BYE, and the peer stays in the call.
    if (direction === 'outgoing' && session.isInProgress()) session._is_canceled = true;
    session.terminate(
      status === undefined
        ? {}
        : { status_code: status, extraHeaders: status === 403 ? [declineReason(words)] : [] },
    );
  }

  async function sendInfo(infoId: number, info: Info): Promise<void> {
    const isTaken = (await infos?.send(info)) === true;
    if (!isOver) emit({ type: isTaken ? 'infoDelivered' : 'infoFailed', callId, infoId });
  }

  /**
   * Ends the call because JsSIP or the browser could not carry out a request, e.g. with an address or ICE
   * server that it rejects.
   */
  function giveUp(code: string, error?: unknown, status = direction === 'incoming' ? 500 : undefined): void {
    if (isOver) return;
    log.warn('a call could not be made', { code, error: error instanceof Error ? error.name : undefined });
    const type = infos === undefined ? 'setUpFailed' : 'callBroken';
    finish();
    terminate(status);
    emit({ type, callId, code });
  }

  /**
   * Ends the call because of a fault; `isAsked` stays false, so the end counts as a broken call. JsSIP itself
   * detects an ICE failure, but not a DTLS failure.
   */
  function breakOff(): void {
    if (!isOver) terminate();
  }

  function abandon(): void {
    if (isOver) return;
    finish();
    terminate();
  }

  const losePeer = (by: 'ice' | 'absence') => (isLost: boolean) => {
    const wasLost = lostBy.size > 0;
    if (isLost) lostBy.add(by);
    else lostBy.delete(by);
    if (!isOver && wasLost !== lostBy.size > 0) emit({ type: wasLost ? 'peerFound' : 'peerLost', callId });
  };

  /** What media of both directions share. */
  const mediaHooks = {
    onConnectionFailed: breakOff,
    gate,
    onPeerLost: losePeer('ice'),
    onPeerAway: losePeer('absence'),
  };

  return {
    callId,
    get isEstablished() {
      return infos !== undefined && !isAsked && !isOver;
    },
    suspend() {
      gate.close();
      if (session !== undefined) forgetAck(session);
    },
    reach: () => gate.open(),
    resume() {
      if (session !== undefined && !isOver) void media?.resume(session);
    },
    owns({ call_id: id, from_tag: remoteTag, to_tag: localTag }) {
      const own = session?._dialog?.id;
      return own?.call_id === id && own.local_tag === localTag && own.remote_tag === remoteTag;
    },
    get dialog() {
      const id = session?._dialog?.id;
      if (session === undefined || id === undefined) return undefined;
      const { call_id: sipCallId, local_tag: localTag, remote_tag: remoteTag } = id;
      return { callId: sipCallId, localTag, remoteTag, remoteUri: session.remote_identity.uri.toAor() };
    },
    savedDialog(ua) {
      const isOpen = infos !== undefined && !isAsked && !isOver && session !== undefined;
      const dialog = isOpen ? savedDialogOf(session as Session, ua) : undefined;
      return dialog && JSON.stringify({ ...dialog, text: media?.keptText() });
    },
    invite(ua, call, replacing) {
      const { target, wanted, bandwidth, mayAdd, callInfo, location, replaces, joins, withUser } = call;
      let answer: IncomingResponse | undefined;
      try {
        media = createCallMedia(
          { ...context, emit },
          {
            callId,
            wanted,
            bandwidth,
            ...(mayAdd === undefined ? {} : { mayAdd }),
            ...mediaHooks,
          },
        );
        beginSetUp();
        session = ua.call(uriOf(target), {
          ...sessionOptions,
          ...(replacing?.fromUserName === undefined ? {} : { fromUserName: replacing.fromUserName }),
          extraHeaders: [
            ...(callInfo === undefined ? [] : [`Call-Info: ${callInfo}`]),
            ...(replaces ? [`Replaces: ${replaces}`] : []),
            ...(joins ? [`Join: ${joins}`] : []),
            ...(withUser ? [`P-Samtal-With: <${uriOf(withUser)}>`] : []),
            ...supported,
            ...(replacing?.extraHeaders ?? []),
          ],
          eventHandlers: guarded({
            ...handlers,
            sending: ({ request }) => {
              endSetUp();
              // The server's log and call records name the call by it.
              log.info('INVITE', { callId: request.call_id });
              if (location !== undefined) addLocation(request, location);
            },
            progress: (event: IncomingEvent | OutgoingEvent) => {
              if ('response' in event && event.response.status_code === 180)
                emit({ type: 'ringing', callId });
            },
            accepted: (event: IncomingEvent | OutgoingEvent) => {
              forgetAnswerLimit?.();
              if ('response' in event) answer = event.response;
            },
            // The ACK has been sent now: nothing may be sent before it, not even a BYE.
            confirmed: () => {
              if (answer !== undefined) establish(answer);
            },
          }),
        }) as Session;
        repairOutgoingSession(session);
        repairSession(session, sessionHooks);
        forgetAnswerLimit = clock.setTimer(ANSWER_LIMIT_MS, breakOff);
      } catch (error) {
        giveUp('badTarget', error);
      }
    },
    receive(made, request) {
      session = made;
      invitation = request;
      log.info('INVITE', { callId: request.getHeader('Call-ID') });
      listen(handlers);
      repairSession(made, sessionHooks);
    },
    answer({ wanted, bandwidth, mayAdd }) {
      const request = invitation;
      if (session === undefined || request === undefined || isOver || media !== undefined) return;
      if (!hasAnyMedia(wanted)) {
        // None of the offered media is possible here.
        giveUp('nothingInCommon', undefined, 488);
        return;
      }
      const accepted = (): void => {
        endSetUp();
        establish(request);
      };
      try {
        media = createCallMedia(
          { ...context, emit },
          {
            callId,
            wanted,
            bandwidth,
            ...(mayAdd === undefined ? {} : { mayAdd }),
            remoteOffer: request.body,
            ...mediaHooks,
          },
        );
        beginSetUp();
        listen({ accepted });
        session.answer({ ...sessionOptions, extraHeaders: supported });
      } catch (error) {
        giveUp('noConnection', error);
      }
    },
    offerMedium(kind) {
      if (session !== undefined && !isOver) void media?.offer(session, kind);
    },
    offerHold(isHeld) {
      if (session !== undefined && !isOver) void media?.offerHold(session, isHeld);
    },
    offerScreen(isShared) {
      if (session !== undefined && !isOver) void media?.offerScreen(session, isShared);
    },
    transfer: (request, others) => context.transfer?.(transferable, request, others),
    end(status, words) {
      if (isOver) return;
      isAsked = true;
      if (media === undefined) terminate(status, words);
      else media.whenTextIsSent(() => media?.whenTextIsRead(() => terminate(status, words)));
    },
    sendText: (chunkId, characters) => media?.sendText(chunkId, characters),
    sendInfo(infoId, info) {
      if (!isOver) void sendInfo(infoId, info);
    },
    receiveText(characters, cseq) {
      // A request that a proxy repeats is answered again, but its text is read once (RFC 3261 §12.2.2).
      if (isOver || cseq <= lastMessage) return;
      lastMessage = cseq;
      if (infos !== undefined) media?.receiveText(characters);
      else early = [...early, characters].slice(0, MOST_EARLY);
    },
    abandon,
    keptText: () => media?.keptText(),
    leave() {
      const unsentFrom = media?.unsentText();
      isReplaced = true;
      abandon();
      return unsentFrom;
    },
  };
}

import type { DeviceKind, IncomingAnswer, Info, OutgoingCall, TransferRequest } from '@samtal/call-core';
import { hasAnyMedia } from '@samtal/call-core';
import type { UA } from 'jssip';
import type { RTCSessionEventMap } from 'jssip/lib/RTCSession';
import type { IncomingRequest } from 'jssip/lib/SIPMessage';
import type { CallContext } from './call-context.ts';
import { type CallLifecycle, createCallLifecycle } from './call-lifecycle.ts';
import type { OwnOffers } from './media/own-offers.ts';
import { type Replacing, type SessionStart, sendInvite } from './outgoing-call.ts';
import { dialogOf, savedDialogOf } from './reload/saved-dialog.ts';
import { uriOf } from './requests/request-uri.ts';
import type { DialogIds, Session } from './rtc-session.ts';
import { forgetAck, repairSession, type SessionHooks } from './session-repairs.ts';
import type { Answerable, OtherCalls, Transferable } from './transfer/session-transfers.ts';

/** One call from INVITE to its end. After the end every method does nothing. */
export type SipCall = {
  readonly callId: string;
  /** Whether an incoming request belongs to the call's established dialog (RFC 3261 §12.2.2). */
  owns(request: DialogIds): boolean;
  /** The established dialog, whatever becomes of it; undefined before. */
  readonly dialog: ReturnType<typeof dialogOf>;
  /** The text by which another page can replace the dialog; undefined if the call is not established. */
  savedDialog(ua: UA): string | undefined;
  /**
   * Starts an outgoing call.
   * @param replacing what makes it replace a dialog at the peer, without ringing (RFC 3891)
   */
  invite(ua: UA, call: OutgoingCall, replacing?: Replacing): void;
  /**
   * Takes over an incoming INVITE.
   * @param confirmed called when the ACK of the answer has come
   */
  receive(session: Session, request: IncomingRequest, confirmed?: () => void): void;
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
  /** Asks the peer to call a third user (REFER), or reports how the peer's own REFER goes (NOTIFY). */
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

/** Answers the INVITE of a caller. One that cannot be answered ends the call. */
function answerInvite(
  call: CallLifecycle,
  { options }: SessionStart,
  request: IncomingRequest,
  answer: IncomingAnswer,
): void {
  if (call.session === undefined || call.isOver || call.media !== undefined) return;
  if (!hasAnyMedia(answer.wanted)) {
    // None of the offered media is possible here.
    call.giveUp('nothingInCommon', undefined, 488);
    return;
  }
  try {
    call.beginSetUp({ ...answer, remoteOffer: request.body });
    call.session.answer(options);
  } catch (error) {
    call.giveUp('noConnection', error);
  }
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
  const { clock, log, screens, transfer } = context;
  const call = createCallLifecycle(context, callId, direction, onGone);
  let invitation: IncomingRequest | undefined;
  let lastMessage = Number.NEGATIVE_INFINITY;

  /** What the code for transfers needs of this call. */
  const transferable: Transferable = {
    callId,
    clock,
    uriOf,
    gate: call.gate,
    emit: call.emit,
    session: () => (call.isOver ? undefined : call.session),
  };

  const hooks: SessionHooks = {
    loadScreens: () => screens?.get() ?? screens?.fetch(),
    onTransfer: (request: Answerable) => transfer?.(transferable, request),
    isEstablished: () => call.infos !== undefined,
    isOffering: () => call.media?.offers.isUnderWay === true,
    onGathering: () => call.media?.describe(),
    needsConnection: () => call.media?.needsConnection() !== false,
  };

  const start: SessionStart = {
    log,
    options: {
      // LocalMedia opens the devices. JsSIP must not open them, because its errors cannot be told apart.
      mediaConstraints: { audio: false, video: false },
      pcConfig: { iceServers: [...context.iceServers], connection: context.takeConnection },
      extraHeaders: context.threePeople?.areOn() ? ['Supported: join'] : [],
    },
    repair: (session) => repairSession(session, hooks),
  };

  const isOpen = (): boolean => call.infos !== undefined && !call.isAsked && !call.isOver;

  /** Offers the peer a change of the call, unless it is over. */
  function offer(make: (offers: OwnOffers, session: Session) => Promise<void>): void {
    if (call.session !== undefined && call.media !== undefined && !call.isOver)
      void make(call.media.offers, call.session);
  }

  async function sendInfo(infoId: number, info: Info): Promise<void> {
    const isTaken = (await call.infos?.send(info)) === true;
    if (!call.isOver) call.emit({ type: isTaken ? 'infoDelivered' : 'infoFailed', callId, infoId });
  }

  return {
    callId,
    get isEstablished() {
      return isOpen();
    },
    suspend() {
      call.gate.close();
      if (call.session !== undefined) forgetAck(call.session);
    },
    reach: () => call.gate.open(),
    owns({ call_id: id, from_tag: remoteTag, to_tag: localTag }) {
      const own = call.session?._dialog?.id;
      return own?.call_id === id && own.local_tag === localTag && own.remote_tag === remoteTag;
    },
    get dialog() {
      return dialogOf(call.session);
    },
    savedDialog(ua) {
      const dialog = isOpen() && call.session && savedDialogOf(call.session, ua);
      return dialog ? JSON.stringify({ ...dialog, text: call.media?.text.kept() }) : undefined;
    },
    invite: (ua, order, replacing) => sendInvite(call, start, order, { ua, replacing }),
    receive(session, request, confirmed) {
      call.session = session;
      invitation = request;
      log.info('INVITE', { callId: request.getHeader('Call-ID') });
      const accepted = (): void => {
        call.endSetUp();
        call.establish(request);
      };
      for (const [name, handler] of Object.entries(
        call.handlersWith({ accepted, ...(confirmed && { confirmed }) }),
      ))
        session.on(name as keyof RTCSessionEventMap, handler as () => void);
      start.repair(session);
    },
    answer(answer) {
      if (invitation !== undefined) answerInvite(call, start, invitation, answer);
    },
    resume: () => offer((offers, session) => offers.resume(session)),
    offerMedium: (kind) => offer((offers, session) => offers.addMedium(session, kind)),
    offerHold: (isHeld) => offer((offers, session) => offers.hold(session, isHeld)),
    offerScreen: (isShared) => offer((offers, session) => offers.shareScreen(session, isShared)),
    transfer: (request, others) => transfer?.(transferable, request, others),
    end(status, words) {
      const { media } = call;
      if (call.isOver) return;
      call.isAsked = true;
      const terminate = (): void => call.terminate(status, words);
      if (media === undefined) terminate();
      else media.text.whenSent(() => media.text.whenRead(terminate));
    },
    sendText: (chunkId, characters) => call.media?.text.send(chunkId, characters),
    sendInfo(infoId, info) {
      if (!call.isOver) void sendInfo(infoId, info);
    },
    receiveText(characters, cseq) {
      // A request that a proxy repeats is answered again, but its text is read once (RFC 3261 §12.2.2).
      if (call.isOver || cseq <= lastMessage) return;
      lastMessage = cseq;
      call.receiveText(characters);
    },
    abandon: call.abandon,
    keptText: () => call.media?.text.kept(),
    leave() {
      const unsentFrom = call.media?.text.firstUnsent();
      call.leave();
      return unsentFrom;
    },
  };
}

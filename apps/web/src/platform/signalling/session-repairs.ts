import { C } from 'jssip';
import type { ReInviteEvent } from 'jssip/lib/RTCSession';
import type { IncomingResponse } from 'jssip/lib/SIPMessage';
import type { Session } from './rtc-session.ts';
import type { Answerable } from './transfer/session-transfers.ts';

/**
 * Sends ACK and BYE for a second 2xx, from another branch of a forked INVITE, in the dialog of that 2xx (RFC
 * 3261 §13.2.2.4). JsSIP would send them in the active dialog and so end the call.
 */
function endOtherBranches(session: Session): void {
  const receive = session._receiveInviteResponse.bind(session);
  session._receiveInviteResponse = (response: IncomingResponse & { readonly to_tag?: string }) => {
    const own = session._dialog;
    const isSuccess = response.status_code >= 200 && response.status_code < 300;
    if (own === undefined || own === null || !isSuccess || own.id.remote_tag === response.to_tag) {
      receive(response);
      return;
    }
    if (session._createDialog(response, 'UAC')) {
      session.sendRequest('ACK');
      session.sendRequest('BYE');
      session._dialog?.terminate();
    }
    session._dialog = own;
  };
}

/**
 * Accepts a BYE while we still wait for an answer: the peer has answered, but its 2xx was lost, and it has
 * stopped waiting for our ACK (RFC 3261 §13.3.1.4). JsSIP answers 403 and keeps ringing.
 */
function takeEarlyBye(session: Session): void {
  const receive = session.receiveRequest.bind(session);
  session.receiveRequest = (request) => {
    if (request.method !== 'BYE' || !session.isInProgress()) {
      receive(request);
      return;
    }
    (request as Answerable).reply(200);
    session._is_canceled = true;
    session.terminate();
  };
}

/** The product handles transfers itself (decision D87). JsSIP would answer 202 to REFER and do nothing. */
function takeTransfers(session: Session, { onTransfer }: SessionHooks): void {
  const receive = session.receiveRequest.bind(session);
  session.receiveRequest = (request) => {
    if (/^(?:REFER|NOTIFY)$/.test(request.method)) onTransfer(request as Answerable);
    else receive(request);
  };
}

/** Whether an own offer is open, so that one of the peer crosses it. Until the call is established, its first one is. */
const isOfferOpen = (session: Session, { isEstablished, isOffering }: SessionHooks): boolean =>
  !isEstablished() || isOffering() || session._dialog?.uac_pending_reply === true;

/**
 * Rejects with 491 an offer of the peer that crosses an offer of ours (RFC 3261 §14.2); JsSIP answers 491 but
 * applies the offer anyway.
 */
function refuseCrossingOffers(session: Session, hooks: SessionHooks): void {
  const refuse = ({ request, reject }: ReInviteEvent): void => {
    const hasOffer = request.method === 'INVITE' || request.body !== '';
    if (hasOffer && isOfferOpen(session, hooks)) reject({ status_code: 491 });
  };
  session.on('reinvite', refuse);
  session.on('update', refuse);
}

/** Corrects JsSIP 3.13.8 where it deviates from RFC 3261 in outgoing sessions. */
export function repairOutgoingSession(session: Session): void {
  endOtherBranches(session);
  takeEarlyBye(session);
}

const countMedia = (sdp: string | undefined): number => (sdp ?? '').match(/^m=/gm)?.length ?? 0;

const ufragOf = (sdp: string | undefined): string | undefined => /^a=ice-ufrag:(.*)$/m.exec(sdp ?? '')?.[1];

/**
 * Makes JsSIP gather new candidates before it answers an offer that restarts ICE, as after a change of
 * network (RFC 8839 §4.4.1.1). JsSIP considers gathering done since the first answer, and would send an
 * answer without candidates. An offer with another medium may need another transport as well.
 */
function gatherAfresh(session: Session, hooks: SessionHooks): void {
  const prepare = ({ request }: ReInviteEvent): void => {
    // The offer is refused, and the candidates are those of the own offer.
    if (isOfferOpen(session, hooks)) return;
    const offered = ufragOf(request.body);
    const isRestart = offered !== undefined && offered !== ufragOf(session.connection.remoteDescription?.sdp);
    session._rtcAnswerConstraints = { iceRestart: isRestart };
    const isLonger = countMedia(request.body) > countMedia(session.connection.remoteDescription?.sdp);
    if (!isRestart && !isLonger) return;
    session._iceReady = false;
    hooks.onGathering();
  };
  session.on('reinvite', prepare);
  session.on('update', prepare);
}

/**
 * Lets a call that does not need its peer connection go on when ICE fails, where JsSIP ends every call
 * (decision D10).
 */
function outliveConnection(session: Session, needsConnection: () => boolean): void {
  const terminate = session.terminate.bind(session);
  session.terminate = (options) => {
    if (options?.cause !== C.causes.RTP_TIMEOUT || needsConnection()) terminate(options);
  };
}

/** JsSIP's states of a session. */
const WAITING_FOR_ACK = 6;
const CONFIRMED = 9;

/**
 * Stops waiting for the ACK of a 2xx that may have been lost with a connection: JsSIP would end the session
 * after 32 s, and refuse the next offer of the peer, which shows that the peer has the 2xx.
 */
export function forgetAck(session: Session): void {
  if (session._status !== WAITING_FOR_ACK) return;
  const { ackTimer, invite2xxTimer } = session._timers;
  clearTimeout(ackTimer ?? undefined);
  clearTimeout(invite2xxTimer ?? undefined);
  session._status = CONFIRMED;
  if (!session._is_confirmed) session._confirmed('remote', null);
}

/**
 * Takes an offer without waiting for an ACK before it. One with another video waits for the code that takes or refuses
 * the video (decision D88).
 */
function takeOffers(session: Session, { isEstablished, loadScreens }: SessionHooks): void {
  const receive = session.receiveRequest.bind(session);
  session.receiveRequest = (request) => {
    const take = (): void => {
      if (request.method === 'INVITE' && isEstablished()) forgetAck(session);
      receive(request);
    };
    const loading = /^m=video[^]*^m=video|^a=content:/m.test(request.body ?? '') && loadScreens();
    if (loading instanceof Promise) loading.then(take, take);
    else take();
  };
}

export type SessionHooks = {
  /** Loads the code for shared screens, unless it is loaded or not wanted. */
  readonly loadScreens: () => unknown;
  /** Answers REFER and NOTIFY of the peer. */
  readonly onTransfer: (request: Answerable) => void;
  /** Whether offer and answer are complete and the call is established. */
  readonly isEstablished: () => boolean;
  /** Whether an offer that changes the call is being prepared or waits for its answer. */
  readonly isOffering: () => boolean;
  /** Called when gathering of new candidates for an answer is about to start. */
  readonly onGathering: () => void;
  /** Whether the call ends when its peer connection fails. */
  readonly needsConnection: () => boolean;
};

/** Corrects JsSIP 3.13.8 where it deviates from the RFCs or from the product's rules in any session. */
export function repairSession(session: Session, hooks: SessionHooks): void {
  takeTransfers(session, hooks);
  refuseCrossingOffers(session, hooks);
  gatherAfresh(session, hooks);
  outliveConnection(session, hooks.needsConnection);
  takeOffers(session, hooks);
}

import { C } from 'jssip';
import type { ReInviteEvent } from 'jssip/lib/RTCSession';
import type { IncomingRequest, IncomingResponse } from 'jssip/lib/SIPMessage';
import type { Session } from './rtc-session.ts';

/** A request as JsSIP hands it to a session; its types leave `reply` out. */
type Answerable = IncomingRequest & { reply(status: number): void };

/**
 * A second 2xx from another branch of a forked INVITE is acknowledged and put down in its own dialog
 * (RFC 3261 §13.2.2.4). JsSIP sends that ACK and BYE into the dialog that is talking, which ends the call.
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
 * A BYE while we still wait for an answer: the other end has answered, its 2xx has been lost and it has given up
 * waiting for our ACK (RFC 3261 §13.3.1.4). JsSIP says 403 and rings on for ever.
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

/** Transfer is no part of the product: REFER gets 405, where JsSIP promises 202 and then does nothing. */
function refuseTransfers(session: Session): void {
  const receive = session.receiveRequest.bind(session);
  session.receiveRequest = (request) => {
    if (request.method === 'REFER') (request as Answerable).reply(405);
    else receive(request);
  };
  // Nobody else answers an INVITE that wants to take the place of this call.
  session.on('replaces', ({ reject }: { readonly reject: () => void }) => reject());
}

/**
 * An offer that meets one of ours gets 491 (RFC 3261 §14.2). JsSIP says 491 and then takes the offer all the same.
 * Until our ACK has left our own first offer is the one it meets.
 */
function refuseCrossingOffers(session: Session, isEstablished: () => boolean): void {
  const refuse = ({ request, reject }: ReInviteEvent): void => {
    const hasOffer = request.method === 'INVITE' || request.body !== '';
    if (hasOffer && (!isEstablished() || session._dialog?.uac_pending_reply === true))
      reject({ status_code: 491 });
  };
  session.on('reinvite', refuse);
  session.on('update', refuse);
}

/** Mends what JsSIP 3.13.8 does otherwise than RFC 3261 asks for in a session that this side began. */
export function repairOutgoingSession(session: Session): void {
  endOtherBranches(session);
  takeEarlyBye(session);
}

const ufragOf = (sdp: string | undefined): string | undefined => /^a=ice-ufrag:(.*)$/m.exec(sdp ?? '')?.[1];

/**
 * An offer that restarts ICE, as after a change of network, is answered when new addresses have been gathered
 * (RFC 8839 §4.4.1.1). JsSIP believes the gathering of the first answer and sends an answer without any.
 */
function gatherAfresh(session: Session, onGathering: () => void): void {
  const prepare = ({ request }: ReInviteEvent): void => {
    const offered = ufragOf(request.body);
    const isRestart = offered !== undefined && offered !== ufragOf(session.connection.remoteDescription?.sdp);
    session._rtcAnswerConstraints = { iceRestart: isRestart };
    if (!isRestart) return;
    session._iceReady = false;
    onGathering();
  };
  session.on('reinvite', prepare);
  session.on('update', prepare);
}

/** JsSIP ends every call whose ICE fails, also one that does without it (decision D10). */
function outliveConnection(session: Session, needsConnection: () => boolean): void {
  const terminate = session.terminate.bind(session);
  session.terminate = (options) => {
    if (options?.cause !== C.causes.RTP_TIMEOUT || needsConnection()) terminate(options);
  };
}

export type SessionHooks = {
  /** Offer and answer are complete on both sides. */
  readonly isEstablished: () => boolean;
  /** New addresses are about to be gathered for an answer. */
  readonly onGathering: () => void;
  /** The call ends when ICE fails. */
  readonly needsConnection: () => boolean;
};

/** Mends what it does otherwise in any session. */
export function repairSession(
  session: Session,
  { isEstablished, onGathering, needsConnection }: SessionHooks,
): void {
  refuseTransfers(session);
  refuseCrossingOffers(session, isEstablished);
  gatherAfresh(session, onGathering);
  outliveConnection(session, needsConnection);
}

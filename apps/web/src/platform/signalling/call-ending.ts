import type { SignallingEvent } from '@samtal/call-core';
import type { IncomingRequest, IncomingResponse } from 'jssip/lib/SIPMessage';
import { declineReason, declineWords } from './requests/decline-reason.ts';
import type { Session } from './rtc-session.ts';

/** The progress of a call, and which side ended it. */
export type EndingContext = {
  readonly callId: string;
  readonly direction: 'incoming' | 'outgoing';
  /** This client ended the call. */
  readonly isAsked: boolean;
  /** This client is preparing an INVITE, or an answer to one, and has not sent it. */
  readonly isBeingSetUp: boolean;
  /** A lost connection does not end a call, so that a server may end it later for a peer that stays away. */
  readonly keepsCalls: boolean;
};

/** The cause in a Reason header, e.g. `SIP ;cause=200 ;text="Call completed elsewhere"` (RFC 3326). */
function causeOf(reason: string | undefined): number | undefined {
  const cause = /^\s*SIP\s*;(?:.*;)?\s*cause\s*=\s*(\d{3})\b/i.exec(reason ?? '')?.[1];
  return cause === undefined ? undefined : Number(cause);
}

/** The cause (RFC 3326) with which the server ends the call of a peer that has lost its connection. */
const CONNECTION_LOST = 503;

/** The fields that JsSIP's `failed` and `ended` events actually have. */
export type Ending = {
  /** `local`, `remote` or `system`. */
  readonly originator: string;
  readonly message: IncomingRequest | IncomingResponse | null;
  readonly cause: string;
};

const isResponse = (message: Ending['message']): message is IncomingResponse =>
  message !== null && 'status_code' in message;

/** Translates JsSIP's `failed`: the call ended before it was established. */
export function failureEvent(
  { originator, message, cause }: Ending,
  { callId, direction, isAsked, isBeingSetUp }: EndingContext,
): SignallingEvent {
  if (isAsked) return { type: 'callClosed', callId };
  if (direction === 'outgoing' && isResponse(message) && message.status_code >= 300) {
    const { status_code: status, reason_phrase: reason } = message;
    const words = declineWords(message.getHeader('Reason'));
    return { type: 'callRefused', callId, status, reason, ...(words === undefined ? {} : { words }) };
  }
  // CANCEL, or no answer within the INVITE's own Expires (RFC 3261 §13.3.1).
  if (direction === 'incoming' && (originator === 'remote' || cause === 'Expires')) {
    const sipCause = causeOf(message?.getHeader('Reason'));
    return { type: 'inviteCancelled', callId, ...(sipCause === undefined ? {} : { cause: sipCause }) };
  }
  const isUnmade = isBeingSetUp || cause === 'Connection Error';
  return { type: isUnmade ? 'setUpFailed' : 'callBroken', callId, code: cause };
}

/** Translates JsSIP's `ended`: an established call is over. */
export function endEvent(
  { originator, message, cause }: Ending,
  { callId, isAsked, keepsCalls }: EndingContext,
): SignallingEvent {
  if (isAsked) return { type: 'callClosed', callId };
  // If there is no message, no ACK came and JsSIP itself has ended the call.
  const isBye = originator === 'remote' && message !== null;
  const isLost = keepsCalls && causeOf(message?.getHeader('Reason')) === CONNECTION_LOST;
  if (isBye) return { type: 'remoteHungUp', callId, ...(isLost ? { isLost } : {}) };
  return { type: 'callBroken', callId, code: cause };
}

/**
 * Ends a session with CANCEL, BYE or, for an unanswered incoming INVITE, `status`.
 * @param words a message for the caller of a declined call
 */
export function endSession(
  session: Session,
  direction: 'incoming' | 'outgoing',
  status?: number,
  words?: string,
): void {
  if (session.isEnded()) return;
  // Otherwise a 200 that crosses the CANCEL gets neither ACK nor BYE, and the peer stays in the call.
  if (direction === 'outgoing' && session.isInProgress()) session._is_canceled = true;
  session.terminate(
    status === undefined
      ? {}
      : { status_code: status, extraHeaders: status === 403 ? [declineReason(words)] : [] },
  );
}

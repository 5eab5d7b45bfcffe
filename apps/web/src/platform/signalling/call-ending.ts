import type { SignallingEvent } from '@samtal/call-core';
import type { IncomingRequest, IncomingResponse } from 'jssip/lib/SIPMessage';

/** How far a call had come, and whose wish its end was. */
export type EndingContext = {
  readonly callId: string;
  readonly direction: 'incoming' | 'outgoing';
  /** This side asked for the end. */
  readonly isAsked: boolean;
  /** An INVITE, or an answer to one, is being made here and has not left. */
  readonly isBeingSetUp: boolean;
};

/** The cause in a Reason header, e.g. `SIP ;cause=200 ;text="Call completed elsewhere"` (RFC 3326). */
function causeOf(reason: string | undefined): number | undefined {
  const cause = /^\s*SIP\s*;(?:.*;)?\s*cause\s*=\s*(\d{3})\b/i.exec(reason ?? '')?.[1];
  return cause === undefined ? undefined : Number(cause);
}

/** JsSIP's end event as it really is. */
export type Ending = {
  /** `local`, `remote` or `system`. */
  readonly originator: string;
  readonly message: IncomingRequest | IncomingResponse | null;
  readonly cause: string;
};

const isResponse = (message: Ending['message']): message is IncomingResponse =>
  message !== null && 'status_code' in message;

/** What JsSIP's `failed` means: the call ended before it was established. */
export function failureEvent(
  { originator, message, cause }: Ending,
  { callId, direction, isAsked, isBeingSetUp }: EndingContext,
): SignallingEvent {
  if (isAsked) return { type: 'callClosed', callId };
  if (direction === 'outgoing' && isResponse(message) && message.status_code >= 300)
    return { type: 'callRefused', callId, status: message.status_code, reason: message.reason_phrase };
  // CANCEL, or nobody answered within the INVITE's own Expires (RFC 3261 §13.3.1).
  if (direction === 'incoming' && (originator === 'remote' || cause === 'Expires')) {
    const sipCause = causeOf(message?.getHeader('Reason'));
    return { type: 'inviteCancelled', callId, ...(sipCause === undefined ? {} : { cause: sipCause }) };
  }
  const isUnmade = isBeingSetUp || cause === 'Connection Error';
  return { type: isUnmade ? 'setUpFailed' : 'callBroken', callId, code: cause };
}

/** What JsSIP's `ended` means: an established call is over. */
export function endEvent(
  { originator, message, cause }: Ending,
  { callId, isAsked }: EndingContext,
): SignallingEvent {
  if (isAsked) return { type: 'callClosed', callId };
  // Without a message it is JsSIP that gave up waiting for an ACK.
  const isBye = originator === 'remote' && message !== null;
  return isBye ? { type: 'remoteHungUp', callId } : { type: 'callBroken', callId, code: cause };
}

import type { IncomingResponse } from 'jssip/lib/SIPMessage';
import type { RequestOptions, Session } from '../rtc-session.ts';
import { forgetAck } from '../session-repairs.ts';
import { busySeconds } from './busy-seconds.ts';
import { takeBack } from './take-back.ts';

/** The status that stands for two offers that cross (RFC 3261 §14.1). */
export const CROSSED = 491;

/**
 * Lets the session outlive an offer that is lost, times out or gets 408 or 481, where JsSIP ends it.
 * @returns a function that restores the session
 */
function outliveOffer(session: Session, onLost: (status?: number) => void): () => void {
  const send = session.sendRequest.bind(session);
  const handlers: RequestOptions['eventHandlers'] = {
    onTransportError: () => onLost(),
    onRequestTimeout: () => onLost(),
    onDialogError: (response) => onLost(response?.status_code),
  };
  session.sendRequest = (method, options) =>
    send(
      method,
      method === 'INVITE'
        ? { ...options, eventHandlers: { ...options?.eventHandlers, ...handlers } }
        : options,
    );
  return () => {
    session.sendRequest = send;
  };
}

export type OfferOptions = {
  /** Restarts ICE (RFC 8839 §4.4.1.1.1), to find the peer from another network. */
  readonly isRestart?: boolean;
  /** The session goes on if the offer gets no answer. */
  readonly isKept?: boolean;
  /** Called when the peer is busy with an earlier offer. After `seconds` this offer may be sent again. */
  readonly onBusy?: (seconds: number) => void;
  /** Gives the transceivers the directions from before the offer; called if the peer does not accept it. */
  readonly restoreDirections: () => void;
};

/**
 * Offers the peer the media of the connection as they are now, by re-INVITE.
 * @returns the final status of the peer; undefined if there was no usable offer or answer
 */
export async function sendOffer(
  session: Session,
  { isRestart = false, isKept = false, onBusy, restoreDirections }: OfferOptions,
): Promise<number | undefined> {
  // A new medium may need candidates of its own.
  session._iceReady = false;
  let restore = (): void => undefined;
  const status = await new Promise<number | undefined>((resolve) => {
    if (isKept) restore = outliveOffer(session, resolve);
    session._sendReinvite({
      ...(isRestart ? { rtcOfferConstraints: { iceRestart: true } } : {}),
      eventHandlers: {
        succeeded: () => resolve(200),
        failed(response?: IncomingResponse) {
          const status = response?.status_code;
          const seconds = busySeconds(status, response?.getHeader('Retry-After'));
          if (seconds !== undefined) onBusy?.(seconds);
          resolve(status);
        },
      },
    });
  });
  restore();
  // The peer has the 2xx to its own last offer, else it would have refused this one (RFC 3261 §14.2).
  if (status === 200) forgetAck(session);
  else await takeBack(session, restoreDirections);
  return status;
}

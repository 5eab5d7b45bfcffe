import type { IncomingResponse } from 'jssip/lib/SIPMessage';
import type { RequestOptions, Session } from '../rtc-session.ts';
import { changeDescriptions } from './description-queue.ts';

/** The status that stands for two offers that cross (RFC 3261 §14.1). */
export const CROSSED = 491;

/** What must be the same in an offer that is not rolled back: the kinds of its sections, and its ICE session. */
const shapeOf = (description: RTCSessionDescription | null): string =>
  description?.sdp.match(/^(m=\S+|a=ice-ufrag:.*)/gm)?.join() ?? '';

/** The last body of the peer, written as an answer: the DTLS role that the peer has is named (RFC 8842 §5.3). */
function lastBodyAsAnswer({ currentRemoteDescription, currentLocalDescription }: RTCPeerConnection): string {
  const isActive = /^a=setup:active/m.test(currentLocalDescription?.sdp ?? '');
  const role = isActive ? 'passive' : 'active';
  return (currentRemoteDescription?.sdp ?? '').replaceAll(/^a=setup:actpass/gm, `a=setup:${role}`);
}

/** Answers an open offer in place of the peer, as the peer goes on; false if the browser does not take that. */
async function answerForPeer(connection: RTCPeerConnection): Promise<boolean> {
  try {
    await connection.setRemoteDescription({ type: 'answer', sdp: lastBodyAsAnswer(connection) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Takes back an offer that the peer did not accept, so that the next offer of either end can be set. A rollback after
 * a change of direction stops what Chromium receives in that section (131 to 150 at least). An offer that only changes
 * directions is therefore not rolled back: the last body of the peer is set as its answer.
 */
function takeBack(session: Session): Promise<void> {
  const { connection } = session;
  return changeDescriptions(session, async () => {
    if (connection.signalingState !== 'have-local-offer') return;
    const { pendingLocalDescription, currentLocalDescription } = connection;
    const hasSameShape = shapeOf(pendingLocalDescription) === shapeOf(currentLocalDescription);
    if (!(hasSameShape && (await answerForPeer(connection))))
      await connection.setLocalDescription({ type: 'rollback' });
  });
}

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
};

/**
 * Offers the peer the media of the connection as they are now, by re-INVITE.
 * @returns the final status of the peer; undefined if there was no usable offer or answer
 */
export async function sendOffer(
  session: Session,
  { isRestart = false, isKept = false }: OfferOptions = {},
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
        failed: (response?: IncomingResponse) => resolve(response?.status_code),
      },
    });
  });
  restore();
  if (status !== 200) await takeBack(session);
  return status;
}

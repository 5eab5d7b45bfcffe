import type { IncomingResponse } from 'jssip/lib/SIPMessage';
import type { RequestOptions, Session } from '../rtc-session.ts';
import { changeDescriptions } from './description-queue.ts';

/** The status that stands for two offers that cross (RFC 3261 §14.1). */
export const CROSSED = 491;

/** What tells whether two bodies of one side have the same sections and the same ICE session. */
const shapeOf = (description: RTCSessionDescription | null): string =>
  description?.sdp.match(/^(m=\S+|a=ice-ufrag:.*)/gm)?.join() ?? '';

/** The last body of the peer as its answer to another offer of this side: the peer goes on as before. */
function lastAnswer({ currentRemoteDescription, currentLocalDescription }: RTCPeerConnection): string {
  const isActive = /^a=setup:active/m.test(currentLocalDescription?.sdp ?? '');
  const role = isActive ? 'passive' : 'active';
  return (currentRemoteDescription?.sdp ?? '').replaceAll(/^a=setup:actpass/gm, `a=setup:${role}`);
}

/**
 * Takes back an offer that got no answer, so that the next offer of either end can be set. If it named no new section
 * and no new ICE session, it counts as answered by the last body of the peer: after a rollback of another direction,
 * Chromium (131 to 150 at least) lets nothing arrive any more in that section.
 */
function takeBack(session: Session): Promise<void> {
  const { connection } = session;
  return changeDescriptions(session, async () => {
    if (connection.signalingState !== 'have-local-offer') return;
    const { pendingLocalDescription: pending, currentLocalDescription: current } = connection;
    if (shapeOf(pending) === shapeOf(current)) {
      const answer = { type: 'answer', sdp: lastAnswer(connection) } as const;
      if (
        await connection.setRemoteDescription(answer).then(
          () => true,
          () => false,
        )
      )
        return;
    }
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

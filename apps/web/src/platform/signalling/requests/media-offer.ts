import type { IncomingResponse } from 'jssip/lib/SIPMessage';
import type { Session } from '../rtc-session.ts';

/** The status that stands for two offers that cross (RFC 3261 §14.1). */
export const CROSSED = 491;

/** Removes an offer that got no answer, so that the next offer of either end can be set. */
async function rollBack(session: Session): Promise<void> {
  const { connection } = session;
  const earlier = session._connectionPromiseQueue;
  const undo = async (): Promise<void> => {
    await earlier;
    if (connection.signalingState === 'have-local-offer')
      await connection.setLocalDescription({ type: 'rollback' });
  };
  const undone = undo();
  session._connectionPromiseQueue = undone.catch(() => undefined);
  await undone;
}

/**
 * Offers the peer the media of the connection as they are now, by re-INVITE.
 * @returns the final status of the peer; undefined if there was no usable offer or answer
 */
export async function sendOffer(session: Session): Promise<number | undefined> {
  // While the peer holds the call, JsSIP would offer no media; the peer itself answers as it likes.
  session._remoteHold = false;
  // A new medium may need candidates of its own.
  session._iceReady = false;
  const status = await new Promise<number | undefined>((resolve) => {
    session._sendReinvite({
      eventHandlers: {
        succeeded: () => resolve(200),
        failed: (response?: IncomingResponse) => resolve(response?.status_code),
      },
    });
  });
  if (status !== 200) await rollBack(session);
  return status;
}

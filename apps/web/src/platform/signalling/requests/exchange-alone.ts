import { type Direction, directionOf, joinSdp, splitSdp } from '@samtal/realtime-text';
import { isSending, isTaking, sectionsOf } from './media-sections.ts';

/** The direction of an answer to `offered` by a side that would like `wanted` (RFC 3264 §6.1). */
function answerDirection(wanted: Direction, offered: Direction): Direction {
  const sends = isSending(wanted) && isTaking(offered);
  const takes = isTaking(wanted) && isSending(offered);
  if (sends) return takes ? 'sendrecv' : 'sendonly';
  return takes ? 'recvonly' : 'inactive';
}

/**
 * The last body of the peer, written as an answer to another offer of this side: its directions are those that the
 * offer allows, and the DTLS role that the peer has is named (RFC 8842 §5.3).
 */
function asAnswer(body: string, offer: string, isOwnActive: boolean): string {
  const { session, media } = splitSdp(body);
  const offered = sectionsOf(offer);
  const role = `a=setup:${isOwnActive ? 'passive' : 'active'}`;
  return joinSdp({
    session,
    media: media.map((section, index) => {
      const direction = directionOf(section, session);
      const answered = answerDirection(direction, offered[index]?.direction ?? 'inactive');
      const rest = section.filter((line) => line !== `a=${direction}`);
      return [...rest.map((line) => (line === 'a=setup:actpass' ? role : line)), `a=${answered}`];
    }),
  });
}

/**
 * Answers the open offer in place of the peer, and then another one with the directions from before: the browser is
 * where it was before the offer.
 * @returns whether the browser has taken that
 */
export async function exchangeAlone(
  connection: RTCPeerConnection,
  restoreDirections: () => void,
): Promise<boolean> {
  const body = connection.currentRemoteDescription?.sdp ?? '';
  const isOwnActive = /^a=setup:active/m.test(connection.currentLocalDescription?.sdp ?? '');
  const answerForPeer = async (): Promise<void> => {
    const offer = connection.pendingLocalDescription?.sdp ?? '';
    await connection.setRemoteDescription({ type: 'answer', sdp: asAnswer(body, offer, isOwnActive) });
  };
  try {
    await answerForPeer();
    restoreDirections();
    await connection.setLocalDescription(await connection.createOffer());
    await answerForPeer();
    return true;
  } catch {
    return false;
  }
}

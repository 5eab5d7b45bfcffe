import type { Session } from '../rtc-session.ts';
import { changeDescriptions } from './description-queue.ts';

/** What must be the same in an offer that is not rolled back: the kinds of its sections, and its ICE session. */
const shapeOf = (description: RTCSessionDescription | null): string =>
  description?.sdp.match(/^(m=\S+|a=ice-ufrag:.*)/gm)?.join() ?? '';

/**
 * Takes back an offer that the peer did not accept, so that the next offer of either end can be set. A rollback after
 * a change of direction stops what Chromium receives in that section (131 to 150 at least). An offer that only changes
 * directions is therefore not rolled back: this side ends the exchange alone, by code that is loaded for the first refusal.
 */
export function takeBack(session: Session, restoreDirections: () => void): Promise<void> {
  const { connection } = session;
  const isOpen = (): boolean => connection.signalingState === 'have-local-offer';
  return changeDescriptions(session, async () => {
    if (!isOpen()) return;
    const { pendingLocalDescription, currentLocalDescription } = connection;
    const hasSameShape = shapeOf(pendingLocalDescription) === shapeOf(currentLocalDescription);
    if (hasSameShape) {
      const alone = await import('./exchange-alone.ts').catch(() => undefined);
      if (isOpen() && (await alone?.exchangeAlone(connection, restoreDirections))) return;
    }
    restoreDirections();
    if (isOpen()) await connection.setLocalDescription({ type: 'rollback' });
  });
}

import { directionOf, joinSdp, splitSdp } from '@samtal/realtime-text';
import { type Exchange, isSending, isTaking, sectionsOf } from './media-sections.ts';

/** Whether the side that wrote the body is ready to receive sound or video. */
export const takesMedia = (body: string): boolean =>
  sectionsOf(body, true).some(({ isLive, direction }) => isLive && isTaking(direction));

/**
 * Whether the peer takes sound or video of this side, by an exchange; undefined if the exchange does not tell: no
 * section is live, or this side has offered to send nothing.
 */
export function peerTakesMedia({ offer, answer, isOwn }: Exchange): boolean | undefined {
  const own = sectionsOf(isOwn ? offer : answer, true);
  const told = sectionsOf(isOwn ? answer : offer).filter(({ isLive }, index) => isLive && own[index]?.isLive);
  const isTold = !isOwn || own.some(({ isLive, direction }) => isLive && isSending(direction));
  return isTold && told.length > 0 ? told.some(({ direction }) => isTaking(direction)) : undefined;
}

/**
 * A body in which sections with the address 0.0.0.0, by which clients of RFC 2543 hold a call, have a direction
 * that says the same (RFC 3264 §8.4). With the port 9 the address says nothing: the candidates follow later
 * (RFC 8838 §4.1.3).
 */
export function withHeldDirections(body: string): string {
  const { session, media } = splitSdp(body);
  const addressIn = (lines: readonly string[]) => lines.find((line) => line.startsWith('c='));
  return joinSdp({
    session,
    media: media.map((section) => {
      const direction = directionOf(section, session);
      const isHeld = /^c=IN IP(4 0\.0\.0\.0|6 ::)$/.test(addressIn(section) ?? addressIn(session) ?? '');
      if (!isHeld || /^m=\S+ [09] /.test(section[0] ?? '') || !isTaking(direction)) return section;
      const held = direction === 'sendrecv' ? 'sendonly' : 'inactive';
      return [...section.filter((line) => line !== `a=${direction}`), `a=${held}`];
    }),
  });
}

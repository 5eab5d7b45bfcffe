import { type Direction, directionOf, isRefused, joinSdp, kindOf, splitSdp } from '@samtal/realtime-text';

/** A complete exchange of bodies; `isOwn`: the offer was of this side. */
export type Exchange = { readonly offer: string; readonly answer: string; readonly isOwn: boolean };

type Section = { readonly isLive: boolean; readonly direction: Direction };

const isSending = (direction: Direction): boolean => direction === 'sendrecv' || direction === 'sendonly';
const isTaking = (direction: Direction): boolean => direction === 'sendrecv' || direction === 'recvonly';

/** The sections of a body; sound and video that are not refused are live. */
function sectionsOf(body: string): readonly Section[] {
  const { session, media } = splitSdp(body);
  return media.map((section) => ({
    isLive: /^(audio|video)$/.test(kindOf(section)) && !isRefused(section),
    direction: directionOf(section, session),
  }));
}

/** Whether the side that wrote the body is ready to receive sound or video. */
export const takesMedia = (body: string): boolean =>
  sectionsOf(body).some(({ isLive, direction }) => isLive && isTaking(direction));

/**
 * Whether the peer takes sound or video of this side, by an exchange; undefined if the exchange does not tell: no
 * section is live, or this side has offered to send nothing.
 */
export function peerTakesMedia({ offer, answer, isOwn }: Exchange): boolean | undefined {
  const offered = sectionsOf(offer);
  const told = isOwn
    ? sectionsOf(answer).filter((_section, index) => isSending(offered[index]?.direction ?? 'inactive'))
    : offered;
  const live = told.filter(({ isLive }) => isLive);
  return live.length === 0 ? undefined : live.some(({ direction }) => isTaking(direction));
}

const heldDirections = { sendrecv: 'sendonly', recvonly: 'inactive' } as const;

/** The port of a description whose candidates follow later (RFC 8838 §4.1.3): its address says nothing. */
const hasPort = ([medium = '']: readonly string[]): boolean => !/^m=\S+ (?:0|9)[ /]/.test(medium);

const NO_ADDRESS = /^c=IN (?:IP4 0\.0\.0\.0|IP6 ::)\s*$/;

/**
 * A body in which sections with the address 0.0.0.0, by which clients of RFC 2543 hold a call, have a direction
 * that says the same (RFC 3264 §8.4).
 */
export function withHeldDirections(body: string): string {
  const { session, media } = splitSdp(body);
  const isWithout = (lines: readonly string[]): boolean | undefined => {
    const address = lines.find((line) => line.startsWith('c='));
    return address === undefined ? undefined : NO_ADDRESS.test(address);
  };
  const isAffected = (section: readonly string[]): boolean =>
    hasPort(section) && (isWithout(section) ?? isWithout(session) ?? false);
  if (!media.some(isAffected)) return body;
  return joinSdp({
    session,
    media: media.map((section) => {
      const direction = directionOf(section, session);
      if (!isAffected(section) || !isTaking(direction)) return section;
      const held = heldDirections[direction as keyof typeof heldDirections];
      return [...section.filter((line) => line !== `a=${direction}`), `a=${held}`];
    }),
  });
}

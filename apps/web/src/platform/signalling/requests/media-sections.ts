import { type Direction, directionOf, isRefused, kindOf, splitSdp } from '@samtal/realtime-text';

/** A complete exchange of bodies; `isOwn`: the offer was of this side. */
export type Exchange = { readonly offer: string; readonly answer: string; readonly isOwn: boolean };

/** The label by which this side names the section of a shared screen (RFC 4796, decision D88). */
export const SLIDES = 'a=content:slides';

/** One section of a body; sound and video that are not refused are live. */
export type Section = { readonly kind: string; readonly isLive: boolean; readonly direction: Direction };

export const isSending = (direction: Direction): boolean =>
  direction === 'sendrecv' || direction === 'sendonly';
export const isTaking = (direction: Direction): boolean =>
  direction === 'sendrecv' || direction === 'recvonly';

/** @param isOwn the body is of this side, whose label tells a screen from the video of the call */
export function sectionsOf(body: string, isOwn = false): readonly Section[] {
  const { session, media } = splitSdp(body);
  return media.map((section) => {
    const kind = kindOf(section);
    const isLive =
      (kind === 'audio' || kind === 'video') && !isRefused(section) && !(isOwn && section.includes(SLIDES));
    return { kind, isLive, direction: directionOf(section, session) };
  });
}

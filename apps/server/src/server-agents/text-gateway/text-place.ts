import { addTextToSdp, isRefused, joinSdp, kindOf, splitSdp, stripTextFromSdp } from '@samtal/realtime-text';
import { findText } from '../../rtp-text/text-media.ts';
import { refuseSection } from '../sdp-answer.ts';

/**
 * Where the bodies of the phone's side have their m=text section. All other sections are in the same order on both
 * sides, because a section never moves (RFC 3264 §8).
 */
export type TextPlace = {
  readonly index: number;
  /** The refused section that the bodies of the user's side have there; undefined = none. */
  readonly refused: readonly string[] | undefined;
};

/** The place of text in a call that begins with this offer of the phone: where the phone has it. */
export function placeInPhoneOffer(offer: string): TextPlace {
  const { media } = splitSdp(offer);
  const index = findText(media);
  return { index, refused: refuseSection(media[index] ?? []) };
}

/** The place of text in a call that begins with this offer of the user: that of the data channel, else the end. */
export function placeInUserOffer(offer: string): TextPlace {
  const { media } = splitSdp(offer);
  const index = media.findIndex((section) => kindOf(section) === 'application' && !isRefused(section));
  const section = media[index];
  return section === undefined
    ? { index: media.length, refused: undefined }
    : { index, refused: refuseSection(section) };
}

/** The lines of a session without a section that is in no BUNDLE group any more (RFC 9143 §7.3.3). */
function withoutMid(session: readonly string[], section: readonly string[] | undefined): readonly string[] {
  const mids = section?.flatMap((line) => /^a=mid:(\S+)/.exec(line)?.[1] ?? []) ?? [];
  return session.map((line) =>
    line.startsWith('a=group:')
      ? line
          .split(' ')
          .filter((mid) => !mids.includes(mid))
          .join(' ')
      : line,
  );
}

/** The user's body as the phone gets it, with this m=text section. */
export function toPhone(body: string, { index, refused }: TextPlace, text: readonly string[]): string {
  const { session, media } = splitSdp(stripTextFromSdp(body));
  const replaced = refused === undefined ? undefined : media[index];
  return joinSdp({
    session: withoutMid(session, replaced),
    media: media.toSpliced(index, replaced === undefined ? 0 : 1, text),
  });
}

/** The phone's body as the user gets it; text goes by MESSAGE. */
export function toUser(body: string, { index, refused }: TextPlace, hasText: boolean): string {
  const { session, media } = splitSdp(body);
  const text = media[index];
  const sdp = joinSdp({
    session: withoutMid(session, text),
    media: media.toSpliced(index, 1, ...(refused === undefined ? [] : [refused])),
  });
  return addTextToSdp(sdp, { dataChannel: false, message: hasText });
}

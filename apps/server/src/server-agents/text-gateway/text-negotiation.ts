import { chooseTransport, readTextFromSdp, splitSdp } from '@samtal/realtime-text';
import type { Destination } from '../../rtp-text/rtp-source.ts';
import type { ReceivedTypes } from '../../rtp-text/rtp-text-receiver.ts';
import type { PhoneText } from '../../rtp-text/text-media.ts';
import { findText, readTextMedia, typesFor, writeTextMedia } from '../../rtp-text/text-media.ts';
import { refuseSection } from '../sdp-answer.ts';
import type { TextPlace } from './text-place.ts';
import { placeInPhoneOffer, placeInUserOffer, toPhone, toUser } from './text-place.ts';

/** The two ends of a call through the gateway: `user` has text by MESSAGE, `phone` over RTP. */
export type Side = 'user' | 'phone';

export const otherSide = (side: Side): Side => (side === 'user' ? 'phone' : 'user');

/** A body, with what the Allow field of its message says. */
export type Description = { readonly sdp: string; readonly allowsMessage: boolean };

/** What offer and answer have agreed on. */
export type AgreedText = {
  readonly phone: PhoneText;
  /** The payload types with which the phone may send. */
  readonly types: ReceivedTypes;
};

/** What the last offer says of text, until it is answered. */
type Offered = {
  /** The body that the other side gets. */
  readonly passed: string;
  /** The m=text section of a phone. */
  readonly section: readonly string[];
  readonly phone: PhoneText | undefined;
  readonly userHasText: boolean;
};

export type TextNegotiation = {
  /** The body of an offer for the other side. */
  offer(from: Side, description: Description): string;
  /** The body of the answer to the last offer, which came from the other side. */
  answer(from: Side, description: Description): string;
  /** The text of the call; undefined = it has none. */
  agreed(): AgreedText | undefined;
};

/** Which side writes an offer: a phone is known by its m=text section. */
export const writerOf = (offer: string): Side => (findText(splitSdp(offer).media) < 0 ? 'user' : 'phone');

const hasMessage = ({ sdp, allowsMessage }: Description): boolean => {
  const own = { dataChannel: false, message: true };
  const peer = readTextFromSdp(sdp);
  return (
    chooseTransport({ own, peer, peerAllowsMessage: allowsMessage, order: ['message'] }).name === 'message'
  );
};

/** The section refused (RFC 3264 §6). */
const refused = ([first = '', ...lines]: readonly string[]): readonly string[] => [
  first.replace(/^m=text \S+/, 'm=text 0'),
  ...lines,
];

/**
 * Changes the bodies of a call so that the user sees text by MESSAGE, and the phone sees text over RTP at `own`. All other
 * sections pass unchanged.
 */
export function createTextNegotiation(first: Description, own: Destination): TextNegotiation {
  const place: TextPlace =
    writerOf(first.sdp) === 'phone' ? placeInPhoneOffer(first.sdp) : placeInUserOffer(first.sdp);
  let agreed: AgreedText | undefined;
  let offered: Offered = { passed: '', section: [], phone: undefined, userHasText: false };

  const readPhone = (sdp: string) => {
    const { session, media } = splitSdp(sdp);
    const section = media[place.index] ?? [];
    return { section, phone: readTextMedia(section, session, own.address) };
  };
  /** An answer has as many sections as its offer, or its sections are not those of the offer (RFC 3264 §6). */
  const isComplete = ({ sdp }: Description): boolean =>
    splitSdp(sdp).media.length === splitSdp(offered.passed).media.length;
  const agree = (phone: PhoneText | undefined, types: ReceivedTypes, hasText: boolean): void => {
    agreed = phone !== undefined && hasText ? { phone, types } : undefined;
  };

  return {
    offer(from, description) {
      if (from === 'phone') {
        const read = readPhone(description.sdp);
        const passed = toUser(description.sdp, place, read.phone !== undefined);
        offered = { ...read, passed, userHasText: true };
        return passed;
      }
      const userHasText = hasMessage(description);
      const section = writeTextMedia(own, agreed?.types ?? typesFor(undefined));
      const passed = toPhone(description.sdp, place, userHasText ? section : refused(section));
      offered = { passed, section: [], phone: undefined, userHasText };
      return passed;
    },
    answer(from, description) {
      if (from === 'phone') {
        const { phone } = readPhone(description.sdp);
        const hasText = offered.userHasText && isComplete(description);
        agree(phone, agreed?.types ?? typesFor(undefined), hasText);
        return toUser(description.sdp, place, agreed !== undefined);
      }
      const { phone, section } = offered;
      agree(phone, typesFor(phone), hasMessage(description) && isComplete(description));
      const accepted = writeTextMedia(own, typesFor(phone));
      const answered = agreed === undefined ? (refuseSection(section) ?? refused(accepted)) : accepted;
      return toPhone(description.sdp, place, answered);
    },
    agreed: () => agreed,
  };
}

import type { MediaKinds } from '@samtal/call-core';
import type { TextTransport } from '@samtal/realtime-text';
import {
  chooseTransport,
  directionOf,
  isRefused,
  kindOf,
  readTextFromSdp,
  splitSdp,
} from '@samtal/realtime-text';

const ANY_WIRE: readonly TextTransport[] = ['data-channel', 'message'];

/** The media that an INVITE offers; undefined if its body has no usable session (RFC 3261 §13.3.1). */
export function offeredMedia(offer: string, peerAllowsMessage: boolean): MediaKinds | undefined {
  const { session, media } = splitSdp(offer);
  if (session[0] !== 'v=0' || media.length === 0) return undefined;
  const isOffered = (kind: string): boolean =>
    media.some(
      (section) =>
        kindOf(section) === kind && !isRefused(section) && directionOf(section, session) !== 'inactive',
    );
  const text = chooseTransport({
    own: { dataChannel: true, message: true },
    peer: readTextFromSdp(offer),
    peerAllowsMessage,
    order: ANY_WIRE,
  });
  return { audio: isOffered('audio'), video: isOffered('video'), text: text.name !== 'none' };
}

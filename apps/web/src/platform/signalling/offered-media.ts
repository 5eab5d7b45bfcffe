import type { MediaKinds } from '@samtal/call-core';
import type { TextTransport } from '@samtal/realtime-text';
import { chooseTransport, readTextFromSdp } from '@samtal/realtime-text';
import { sectionsOf } from './requests/media-sections.ts';

const ANY_WIRE: readonly TextTransport[] = ['data-channel', 'message'];

/** The media that an INVITE offers; undefined if its body has no usable session (RFC 3261 §13.3.1). */
export function offeredMedia(offer: string, peerAllowsMessage: boolean): MediaKinds | undefined {
  const sections = sectionsOf(offer);
  if (!/^v=0\r?\n/.test(offer) || sections.length === 0) return undefined;
  const isOffered = (wanted: string): boolean =>
    sections.some(({ kind, isLive, direction }) => kind === wanted && isLive && direction !== 'inactive');
  const text = chooseTransport({
    own: { dataChannel: true, message: true },
    peer: readTextFromSdp(offer),
    peerAllowsMessage,
    order: ANY_WIRE,
  });
  return { audio: isOffered('audio'), video: isOffered('video'), text: text.name !== 'none' };
}

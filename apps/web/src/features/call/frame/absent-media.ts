import type { NegotiatedMedia } from '@samtal/call-core';
import type { TextKey } from '../../../i18n/index.ts';

/**
 * The sentence about the media of a call that the remote user does not send, for want of a camera or
 * microphone or by choice (decision D32); undefined = they send all.
 */
export function absentMediaIn({ audio, video, fromPeer }: NegotiatedMedia): TextKey | undefined {
  const hasNoSound = audio && fromPeer?.audio === false;
  const hasNoVideo = video && fromPeer?.video === false;
  if (hasNoSound && hasNoVideo) return 'call.absent.both';
  if (hasNoVideo) return 'call.absent.video';
  return hasNoSound ? 'call.absent.audio' : undefined;
}

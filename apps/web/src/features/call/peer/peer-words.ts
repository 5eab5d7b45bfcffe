import type { HoldView, PeerView } from '@samtal/call-core';
import type { TextKey } from '../../../i18n/index.ts';
import type { CallKind } from '../call-kind.ts';

/** The keys of the sentences about the remote user; undefined = nothing is to be said. */
export type PeerWords = {
  readonly contact: TextKey | undefined;
  readonly hold: TextKey | undefined;
  readonly camera: TextKey | undefined;
  readonly microphone: TextKey | undefined;
};

const contacts = {
  good: undefined,
  ours: 'call.peer.ours',
  theirs: 'call.peer.theirs',
  unclear: 'call.peer.unclear',
} as const satisfies Record<PeerView['contact'], TextKey | undefined>;

const holds = {
  none: undefined,
  own: 'call.hold.own',
  peer: 'call.hold.peer',
  both: 'call.hold.both',
  takenOver: 'call.establishing',
} as const satisfies Record<HoldView, TextKey | undefined>;

const cameras = {
  on: undefined,
  off: 'call.peer.camera_off',
  none: 'call.peer.camera_none',
} as const satisfies Record<PeerView['camera'], TextKey | undefined>;

const microphones = {
  on: undefined,
  off: 'call.peer.microphone_off',
  none: 'call.peer.microphone_none',
} as const satisfies Record<PeerView['microphone'], TextKey | undefined>;

/** Why a face covers the video of the remote user; undefined = it does not. */
export function reasonOfFace(peer: PeerView, held?: HoldView): TextKey | undefined {
  const { contact, hold, camera } = peerWordsOf(peer, 'video', held);
  return contact ?? hold ?? camera;
}

/**
 * What the screen says about the remote user in a call of this kind. Without contact, and in a call that is on
 * hold, nothing is said about the devices, because nothing is known about them.
 */
export function peerWordsOf(
  { contact, camera, microphone }: PeerView,
  kind: CallKind,
  hold: HoldView = 'none',
): PeerWords {
  if (contact !== 'good' || hold !== 'none')
    return { contact: contacts[contact], hold: holds[hold], camera: undefined, microphone: undefined };
  return {
    contact: undefined,
    hold: undefined,
    camera: kind === 'video' ? cameras[camera] : undefined,
    microphone: kind === 'text' ? undefined : microphones[microphone],
  };
}

import type { Interruption } from '../state/continuity-state.ts';

/** What one reading of a call's connection tells about the peer. */
export type PeerSigns = {
  /** Milliseconds of any clock that does not go back. */
  readonly atMs: number;
  /** The media that the peer may send by the negotiated directions (RFC 3264 §6.1). */
  readonly sends: { readonly audio: boolean; readonly video: boolean };
  /** ICE and DTLS are not broken. */
  readonly isConnected: boolean;
  /** Something has arrived since the last reading: media, or an answer to a consent check (RFC 7675). */
  readonly hasArrived: boolean;
  /**
   * The remote video: a new picture, a new picture that is black all over, as browsers send it while a camera
   * is off, or no new picture. `unknown` = the page cannot look at the video.
   */
  readonly picture: 'seen' | 'black' | 'still' | 'unknown';
  /**
   * The remote sound since the last reading. `silence` = digital silence, which a microphone that is on does
   * not give (RFC 6464 §3). `unknown` = the peer does not tell its levels.
   */
  readonly sound: 'heard' | 'silence' | 'unknown';
  /** Whether our own server has answered after the last arrival; undefined = that has not been tried. */
  readonly isServerReached: boolean | undefined;
};

/** `none` = the peer sends no such medium in this call, for example because it has no such device. */
export type PeerDevice = 'on' | 'off' | 'none';

/**
 * Whether the peer is in contact. If not, whose connection is at fault: `ours` if our server does not answer
 * either, `theirs` if it does, `unclear` until one of these is known.
 */
export type PeerContact = 'good' | 'ours' | 'theirs' | 'unclear';

/** What the screen of a call says about the peer. */
export type PeerView = {
  readonly camera: PeerDevice;
  readonly microphone: PeerDevice;
  readonly contact: PeerContact;
};

/**
 * The view for a call that may be interrupted (decision D80): this side can have lost the server while media
 * still flow, and the server can say that the peer is away before its media stop.
 */
export function withInterruption(view: PeerView, interruption: Interruption | undefined): PeerView {
  if (interruption?.isConnectionLost === true) return { ...view, contact: 'ours' };
  if (interruption?.isPeerLost === true && view.contact === 'good') return { ...view, contact: 'unclear' };
  return view;
}

/** The view, and since when each sign has been seen without a break; undefined = not at the last reading. */
export type PeerWatch = {
  readonly view: PeerView;
  readonly blackSinceMs: number | undefined;
  readonly stillSinceMs: number | undefined;
  readonly silentSinceMs: number | undefined;
  readonly brokenSinceMs: number | undefined;
  /** The last reading at which something had arrived; undefined before the first reading. */
  readonly arrivedAtMs: number | undefined;
};

/** How long a video is black before the camera counts as off; a scene may be dark for a moment. */
const BLACK_MS = 1000;
/** How long no new picture comes, while other packets arrive, before the camera counts as off. */
const STILL_MS = 3000;
/** How long the sound is digital silence before the microphone counts as off. */
const SILENT_MS = 3000;
/** How long ICE or DTLS is broken before the contact counts as lost: at a normal end it breaks just before the BYE comes. */
const BROKEN_MS = 1000;
/** How long nothing arrives from a peer that sends sound or video before the contact counts as lost. */
const NOTHING_MS = 3000;
/** The same without media: an answer to a consent check is due every 4 to 6 seconds (RFC 7675 §5.1). */
const NO_CONSENT_MS = 7000;

/** Before the first reading nothing counts as wrong, so that no notice flashes up. */
export const initialPeerWatch: PeerWatch = {
  view: { camera: 'on', microphone: 'on', contact: 'good' },
  blackSinceMs: undefined,
  stillSinceMs: undefined,
  silentSinceMs: undefined,
  brokenSinceMs: undefined,
  arrivedAtMs: undefined,
};

const sinceOf = (isSeen: boolean, before: number | undefined, atMs: number): number | undefined =>
  isSeen ? (before ?? atMs) : undefined;

const isDue = (since: number | undefined, atMs: number, limitMs: number): boolean =>
  since !== undefined && atMs - since >= limitMs;

function contactOf(signs: PeerSigns, arrivedAtMs: number, brokenSinceMs: number | undefined): PeerContact {
  const { atMs, sends, isServerReached } = signs;
  const limitMs = sends.audio || sends.video ? NOTHING_MS : NO_CONSENT_MS;
  if (atMs - arrivedAtMs < limitMs && !isDue(brokenSinceMs, atMs, BROKEN_MS)) return 'good';
  if (isServerReached === undefined) return 'unclear';
  return isServerReached ? 'theirs' : 'ours';
}

/** The view after another reading. Without contact, the devices stay as they were seen last. */
export function stepPeerWatch(before: PeerWatch, signs: PeerSigns): PeerWatch {
  const { atMs, sends, hasArrived, picture, sound } = signs;
  const arrivedAtMs = hasArrived ? atMs : (before.arrivedAtMs ?? atMs);
  const since = {
    blackSinceMs: sinceOf(picture === 'black', before.blackSinceMs, atMs),
    // A picture also stands still when the contact is lost, which says nothing of the camera.
    stillSinceMs: sinceOf(picture === 'still' && hasArrived, before.stillSinceMs, atMs),
    silentSinceMs: sinceOf(sound === 'silence', before.silentSinceMs, atMs),
    brokenSinceMs: sinceOf(!signs.isConnected, before.brokenSinceMs, atMs),
  };
  const contact = contactOf(signs, arrivedAtMs, since.brokenSinceMs);
  const { view } = before;
  const isDark = isDue(since.blackSinceMs, atMs, BLACK_MS) || isDue(since.stillSinceMs, atMs, STILL_MS);
  const camera = !sends.video ? 'none' : isDark ? 'off' : picture === 'seen' ? 'on' : known(view.camera);
  const isMuted = isDue(since.silentSinceMs, atMs, SILENT_MS);
  const microphone = !sends.audio
    ? 'none'
    : isMuted
      ? 'off'
      : sound === 'heard'
        ? 'on'
        : known(view.microphone);
  const next: PeerView = contact === 'good' ? { camera, microphone, contact } : { ...view, contact };
  return { ...since, arrivedAtMs, view: isSame(view, next) ? view : next };
}

/** A medium that the peer has begun to send counts as on until its signs say otherwise. */
const known = (device: PeerDevice): PeerDevice => (device === 'none' ? 'on' : device);

const isSame = (one: PeerView, other: PeerView): boolean =>
  one.camera === other.camera && one.microphone === other.microphone && one.contact === other.contact;

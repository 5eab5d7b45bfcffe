import type { MediaKinds } from '../media-kinds.ts';
import type { MediaFailure } from '../ports.ts';

/** Acquisition of camera and microphone (MEDIA-01, -02, -11). */
export type MediaState = {
  readonly acquiringFor: string | undefined;
  /** The browser's prompt has been open for over a second, in a call or after login: the page explains it. */
  readonly isPermissionOverlayVisible: boolean;
  /** The microphone and camera of the call that work (MEDIA-04). */
  readonly working: Pick<MediaKinds, 'audio' | 'video'>;
  /** The failure of the last opening of devices for a call; undefined if all of them opened. */
  readonly failure: MediaFailure | undefined;
  /** The browser denies this page the camera, the microphone or both (DIAL-12, MEDIA-07). */
  readonly isDenied: boolean;
};

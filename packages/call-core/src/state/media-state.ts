import type { MediaKinds } from '../media-kinds.ts';
import type { MediaFailure } from '../ports.ts';

/** Acquisition of camera and microphone (MEDIA-01, -02, -11). */
export type MediaState = {
  readonly acquiringFor: string | undefined;
  /** The browser has been asking for longer than a second, for a call or ahead of one: explain what it asks for. */
  readonly isPermissionOverlayVisible: boolean;
  /** The microphone and camera that the call has got and that work (MEDIA-04). */
  readonly working: Pick<MediaKinds, 'audio' | 'video'>;
  /** The last failure, until the next success. */
  readonly failure: MediaFailure | undefined;
  /** The browser does not let this page have camera and microphone (DIAL-12, MEDIA-07). */
  readonly isDenied: boolean;
};

import type { MediaFailure } from '@samtal/call-core';

/** Shows streams in elements, so that no MediaStream is ever in state or props. */
export interface MediaStage {
  /** Whether this browser can capture a screen; those of phones cannot. */
  readonly canCaptureScreen: boolean;
  /** Plays the remote user's video and sound in `element`; the returned function detaches it. */
  attachRemote(callId: string, element: HTMLVideoElement): () => void;
  /** Shows the screen that the remote user shares in a call; its stream has no sound. */
  attachScreen(callId: string, element: HTMLVideoElement): () => void;
  /** Shows the user's own camera in a call (muted). */
  attachLocal(callId: string, element: HTMLVideoElement): () => void;
  /**
   * Opens the camera for a preview outside a call; a call that follows reuses the preview's tracks (DIAL-05).
   */
  attachPreview(element: HTMLVideoElement, onFailure?: (failure: MediaFailure) => void): () => void;
}

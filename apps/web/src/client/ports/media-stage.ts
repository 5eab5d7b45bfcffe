import type { MediaFailure } from '@samtal/call-core';

/** Shows streams in elements, so that no MediaStream ever enters state or props. */
export interface MediaStage {
  /** Plays the other party's picture and sound in `element`; the returned function takes it out again. */
  attachRemote(callId: string, element: HTMLVideoElement): () => void;
  /** Shows the own camera of a call (muted). */
  attachLocal(callId: string, element: HTMLVideoElement): () => void;
  /** Opens the camera for a preview outside a call; its tracks are reused when a call starts (DIAL-05). */
  attachPreview(element: HTMLVideoElement, onFailure?: (failure: MediaFailure) => void): () => void;
}

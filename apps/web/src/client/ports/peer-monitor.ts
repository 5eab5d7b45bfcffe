import type { PeerView } from '@samtal/call-core';

/** Tells what the remote user's camera, microphone and connection do. Adapter: `platform/quality`. */
export interface PeerMonitor {
  /**
   * Reports the view whenever it changes, until the returned function is called.
   * @param video returns the element that shows the remote video, to find out whether it is black
   */
  watch(
    callId: string,
    video: () => HTMLVideoElement | undefined,
    onView: (view: PeerView) => void,
  ): () => void;
}

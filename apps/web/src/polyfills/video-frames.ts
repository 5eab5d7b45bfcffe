/**
 * Calls `callback` once, before the page's first repaint after the video's next frame. The frame's metadata
 * is not available.
 */
export function requestVideoFrameCallback(this: HTMLVideoElement, callback: (nowMs: number) => void): number {
  const frames = (): number => this.getVideoPlaybackQuality().totalVideoFrames;
  const before = frames();
  const look = (nowMs: number): void => {
    if (frames() > before) callback(nowMs);
    else requestAnimationFrame(look);
  };
  return requestAnimationFrame(look);
}

/** The least number of processor cores that encode and decode 720p30 at the same time without losing frames. */
const ENOUGH_CORES = 4;

/** Below this rate sign language becomes hard to read; sharper video is not worth it (decision D17). */
const LEAST_FRAMES = 24;

/**
 * What is requested of every camera: 720p30 where the machine carries it, else 480p30. The frame rate comes
 * first (decision D17): of the resolutions of a camera only those with enough frames are considered, if there
 * are any. On a narrow line the browser lowers the resolution, not the rate (`sender-limits.ts`).
 */
export function cameraConstraintsFor(cores: number): MediaTrackConstraints {
  const [width, height] = cores >= ENOUGH_CORES ? [1280, 720] : [640, 480];
  return {
    width: { ideal: width },
    height: { ideal: height },
    frameRate: { ideal: 30 },
    advanced: [{ frameRate: { min: LEAST_FRAMES } }],
  };
}

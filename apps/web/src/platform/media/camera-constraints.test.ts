import { expect, test } from 'vitest';
import { cameraConstraintsFor } from './camera-constraints.ts';

test.each([
  [1, 640, 480],
  [2, 640, 480],
  [4, 1280, 720],
  [16, 1280, 720],
])('D17 with %i cores %i × %i is requested, and the frame rate before it', (cores, width, height) => {
  expect(cameraConstraintsFor(cores)).toEqual({
    width: { ideal: width },
    height: { ideal: height },
    frameRate: { ideal: 30 },
    advanced: [{ frameRate: { min: 24 } }],
  });
});

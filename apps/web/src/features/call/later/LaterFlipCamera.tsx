import { laterPart } from './later-part.tsx';

/** The button that switches to the other camera, once its code is loaded. */
export const LaterFlipCamera = laterPart(({ FlipCameraButton }) => FlipCameraButton);

import { laterPart } from './later-part.tsx';

/** The screen that the remote user shares, once its code is loaded. */
export const LaterScreen = laterPart(({ SharedScreen }) => SharedScreen);

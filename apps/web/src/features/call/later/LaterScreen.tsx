import { laterPart } from './later-part.tsx';

/** The screen that the remote user shares, once its code is loaded. */
export const LaterScreen = laterPart(({ SharedScreen }) => SharedScreen);

/** The button that shares the user's screen, once its code is loaded. */
export const LaterShareButton = laterPart(({ ShareButton }) => ShareButton);

/** The notice about a shared screen, once its code is loaded. */
export const LaterScreenNotice = laterPart(({ ScreenNotice }) => ScreenNotice);

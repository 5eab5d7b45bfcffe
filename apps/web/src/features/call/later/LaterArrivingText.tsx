import { laterPart } from './later-part.tsx';

/** The bar of text that arrives while the panel is hidden, once its code is loaded. */
export const LaterArrivingText = laterPart(({ ArrivingText }) => ArrivingText);

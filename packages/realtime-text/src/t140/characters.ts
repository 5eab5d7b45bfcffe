/** Control characters of T.140 (ITU-T T.140 §8). */
export const BELL = '\u0007';
export const BACKSPACE = '\b';
export const LINE_SEPARATOR = '\u2028';
/** Stands for text that was lost on the way (T.140 Addendum 1 §2). */
export const MISSING_TEXT_MARK = '\uFFFD';

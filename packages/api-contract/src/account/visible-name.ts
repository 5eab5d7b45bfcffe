/**
 * The characters removed from a display name: controls, direction marks and invisible characters. The remote
 * user writes the name; it must neither reorder our texts nor be invisible. Joiners stay: some scripts and
 * emoji need them.
 */
const UNWANTED =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0]/gu;

/** Symbols without ink: the empty braille pattern and the null notehead. */
export const BLANK_SYMBOLS = /[\u2800\u{1D159}]/gu;

/** Most combining marks on one letter. Scripts need three; many more are drawn over the lines above and below. */
const MARKS_PER_LETTER = 4;
const MARKS = /[\p{M}\p{Cf}]+/gu;

/**
 * Removes the combining marks after the fourth from a run of marks, joiners and tags. Joiners and tags stay,
 * because flags need them, and do not restart the count.
 */
function withFewMarks(run: string): string {
  let marks = 0;
  return Array.from(run, (character) =>
    /\p{M}/u.test(character) && ++marks > MARKS_PER_LETTER ? '' : character,
  ).join('');
}

/** A name of another user as it may be shown; '' if nothing of it can be seen. */
export function visibleName(name: string): string {
  const shown = name.replace(UNWANTED, '').replace(MARKS, withFewMarks).trim();
  return /[\p{L}\p{N}\p{S}\p{P}]/u.test(shown.replace(BLANK_SYMBOLS, '')) ? shown : '';
}

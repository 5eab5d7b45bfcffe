import { MISSING_TEXT_MARK } from '../t140/characters.ts';
import { codePointsIn, sliceCodePoints } from './code-points.ts';
import type { TextFrame } from './text-frame.ts';

export type Taken = {
  /** Number of code points of the peer's text that this side has now, without a gap. */
  readonly have: number;
  /** The T.140 characters that are new. */
  readonly characters: string;
  /** Text before the frame is missing, which the peer still has. */
  readonly isAhead: boolean;
};

/**
 * Takes what is new in a frame. Text that this side has already is dropped; text that the peer has given up is
 * replaced by one U+FFFD.
 */
export function takeFrame(before: number, { position, kept, characters }: TextFrame): Taken {
  const have = Math.max(before, kept);
  const mark = kept > before ? MISSING_TEXT_MARK : '';
  if (position > have) return { have, characters: mark, isAhead: true };
  const end = position + codePointsIn(characters);
  if (end <= have) return { have, characters: mark, isAhead: false };
  return { have: end, characters: mark + sliceCodePoints(characters, have - position), isAhead: false };
}

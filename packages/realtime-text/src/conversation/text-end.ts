import { LONGEST_LOOK, lastGraphemeStarts } from '../t140/graphemes.ts';

const BLOCK = 2 * LONGEST_LOOK;

/** A text that changes only at its end. */
export type TextEnd = {
  append(characters: string): void;
  /** Erases the last `count` graphemes, or all if there are fewer. */
  erase(count: number): void;
  endsWith(character: string): boolean;
  whole(): string;
};

/**
 * Holds the text in two parts, so that the cost of a change does not depend on its length: usually only the
 * short part at the end, `recent`, is changed.
 */
export function createTextEnd(text: string): TextEnd {
  let settled = text;
  /** The text before `recent` is the first `kept` UTF-16 units of `settled`. */
  let kept = text.length;
  let recent = '';

  const rest = (): string => settled.slice(0, kept);

  /** Moves enough text from the end of `settled` to `recent` to find the last graphemes. */
  function fetch(): void {
    const cut = Math.max(0, kept - BLOCK);
    recent = settled.slice(cut, kept) + recent;
    kept = cut;
  }

  /** Erases at least one grapheme and at most `most`; returns how many. */
  function eraseSome(most: number): number {
    if (recent === '') {
      const starts = lastGraphemeStarts(settled, kept, most);
      kept = starts.at(-1) ?? 0;
      return starts.length;
    }
    if (recent.length < LONGEST_LOOK) fetch();
    const starts = lastGraphemeStarts(recent, recent.length, most);
    recent = recent.slice(0, starts.at(-1));
    return starts.length;
  }

  return {
    append(characters) {
      recent += characters;
      if (recent.length <= 2 * BLOCK) return;
      const cut = recent.length - BLOCK;
      settled = rest() + recent.slice(0, cut);
      kept = settled.length;
      recent = recent.slice(cut);
    },
    erase(count) {
      for (let left = count; left > 0 && (recent !== '' || kept > 0); ) left -= eraseSome(left);
    },
    endsWith: (character) => (recent === '' ? settled.endsWith(character, kept) : recent.endsWith(character)),
    whole: () => (recent === '' ? rest() : rest() + recent),
  };
}

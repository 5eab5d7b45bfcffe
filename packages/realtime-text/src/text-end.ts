import { LONGEST_LOOK, lastGraphemeStarts } from './graphemes.ts';

const BLOCK = 2 * LONGEST_LOOK;

/** A text that changes at its end only. */
export type TextEnd = {
  append(characters: string): void;
  /** Takes the last `count` graphemes away, or all there are. */
  erase(count: number): void;
  endsWith(character: string): boolean;
  whole(): string;
};

/** A change costs the same however long the text is: only its last part is touched, the rest now and then. */
export function createTextEnd(text: string): TextEnd {
  let settled = text;
  /** How much of `settled` is still there. */
  let kept = text.length;
  let recent = '';

  const rest = (): string => settled.slice(0, kept);

  /** Brings as much behind `recent` as decides where its last graphemes begin. */
  function fetch(): void {
    const cut = Math.max(0, kept - BLOCK);
    recent = settled.slice(cut, kept) + recent;
    kept = cut;
  }

  /** Erases some of `most` graphemes; says how many. */
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

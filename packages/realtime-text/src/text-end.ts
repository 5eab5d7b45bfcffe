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
  let recent = '';

  function fetch(): void {
    const cut = Math.max(0, settled.length - BLOCK);
    recent = settled.slice(cut) + recent;
    settled = settled.slice(0, cut);
  }

  return {
    append(characters) {
      recent += characters;
      if (recent.length <= 2 * BLOCK) return;
      const cut = recent.length - BLOCK;
      settled += recent.slice(0, cut);
      recent = recent.slice(cut);
    },
    erase(count) {
      for (let left = count; left > 0; ) {
        if (recent.length < LONGEST_LOOK && settled !== '') fetch();
        const starts = lastGraphemeStarts(recent, recent.length, left);
        if (starts.length === 0) return;
        recent = recent.slice(0, starts.at(-1));
        left -= starts.length;
      }
    },
    endsWith(character) {
      if (recent === '' && settled !== '') fetch();
      return recent.endsWith(character);
    },
    whole: () => settled + recent,
  };
}

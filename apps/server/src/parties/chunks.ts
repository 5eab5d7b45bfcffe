import { LONGEST_USUAL_GRAPHEME, takeGraphemes } from '@samtal/realtime-text';

/**
 * Cuts `text` into pieces of at most `length` UTF-16 units, never inside what a person sees as one character. Where not
 * even one fits, a piece is as long as any usual one. Nothing gives no piece.
 */
export function chunksOf(text: string, length: number): readonly string[] {
  const chunks: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const chunk = takeGraphemes(rest, length) || takeGraphemes(rest, LONGEST_USUAL_GRAPHEME);
    chunks.push(chunk);
    rest = rest.slice(chunk.length);
  }
  return chunks;
}

import { LONGEST_USUAL_GRAPHEME, takeGraphemes } from '@samtal/realtime-text';

/**
 * Splits `text` into pieces of at most `length` UTF-16 units, never inside a grapheme. If not even one
 * grapheme fits, a piece may be as long as the longest usual grapheme. An empty text gives no pieces.
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

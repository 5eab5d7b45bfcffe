/** Cuts `text` into pieces of at most `length` UTF-16 units, never inside a character. Nothing gives no piece. */
export function chunksOf(text: string, length: number): readonly string[] {
  const chunks: string[] = [];
  let chunk = '';
  for (const character of text) {
    if (chunk.length + character.length > length) {
      chunks.push(chunk);
      chunk = '';
    }
    chunk += character;
  }
  return chunk === '' ? chunks : [...chunks, chunk];
}

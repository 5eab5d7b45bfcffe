/** Number of Unicode code points in `text`. */
export function codePointsIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The index of the code point number `count` of `text`, in UTF-16 units; its length if it has fewer. */
function indexOf(text: string, count: number): number {
  let index = 0;
  for (let left = count; left > 0 && index < text.length; left--)
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return index;
}

/** The code points of `text` from number `from` on, at most `most`. */
export function sliceCodePoints(text: string, from: number, most = Number.POSITIVE_INFINITY): string {
  const rest = text.slice(indexOf(text, from));
  return rest.length <= most ? rest : rest.slice(0, indexOf(rest, most));
}

/** A word of letters, not one of an address. A soft hyphen ends it, because a break there shows a hyphen. */
const words = /(?<!\S*@\S*)[\p{L}\p{M}]{2,}(?!\S*@)/gu;
/** Other scripts, such as Thai, break between syllables or letters. */
const breaksAtSpaces = /^[\p{Script=Latin}\p{Script=Arabic}\p{M}]+$/u;
/** From this length on, a word may be hyphenated. */
const LONG = 9;

/** Whether the letters of a word stand on two lines, or reach over the edge of their button. */
function isBroken(node: Text, start: number, end: number, edge: DOMRect | undefined): boolean {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  const rects = [...range.getClientRects()];
  const isOver = ({ left, right }: DOMRect): boolean =>
    edge !== undefined && (left < edge.left - 1 || right > edge.right + 1);
  return new Set(rects.map(({ top }) => Math.round(top))).size > 1 || rects.some(isOver);
}

/**
 * The words of buttons, links, labels and headings that are broken inside, or that reach over the edge of their
 * button. A browser with the rules of the language hyphenates a long word where the style allows it; the browser of
 * the tests may have none.
 */
export function brokenWords(): string[] {
  const found: string[] = [];
  for (const part of document.querySelectorAll(':is(button, a, label, legend, summary, h1, h2, h3)')) {
    if (!part.checkVisibility()) continue;
    const edge = part.localName === 'button' ? part.getBoundingClientRect() : undefined;
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node instanceof Text; node = texts.nextNode()) {
      const parent = node.parentElement;
      // Addresses and names may break anywhere, and words for screen readers alone are one pixel wide.
      if (parent === null || parent.closest('bdi') !== null || parent.clientWidth === 1) continue;
      const isHyphenated = getComputedStyle(parent).hyphens === 'auto';
      for (const { 0: word, index } of node.data.matchAll(words))
        if (
          breaksAtSpaces.test(word) &&
          !(isHyphenated && word.length >= LONG) &&
          isBroken(node, index, index + word.length, edge)
        )
          found.push(`broken: ${word}`);
    }
  }
  return found;
}

/** A word of letters. A soft hyphen ends it, because a break there shows a hyphen. */
const words = /[\p{L}\p{M}]{2,}/gu;
/** Other scripts, such as Thai, break between syllables or letters. */
const breaksAtSpaces = /^[\p{Script=Latin}\p{Script=Arabic}\p{M}]+$/u;

/** From this length on, `reset.css` lets browsers hyphenate a word. */
const LONG = 9;

/** How many lines a part of a text stands on. */
function linesOf(node: Text, start: number, end: number): number {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}

/** Whether a part is shown to screen readers only. */
const isHidden = (part: Element): boolean => part.getBoundingClientRect().width <= 1;

/**
 * The words of buttons, links, labels and headings whose letters stand on two lines. A browser with the rules of
 * the language hyphenates a long word where the style allows it; the browser of the tests may have none.
 */
export function brokenWords(): string[] {
  const found: string[] = [];
  for (const part of document.querySelectorAll(':is(button, a, label, legend, summary, h1, h2, h3)')) {
    if (!part.checkVisibility()) continue;
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node instanceof Text; node = texts.nextNode()) {
      const parent = node.parentElement;
      // Addresses and names may break anywhere.
      if (parent === null || parent.closest('bdi') !== null || isHidden(parent)) continue;
      const isHyphenated = getComputedStyle(parent).hyphens === 'auto';
      for (const { 0: word, index } of node.data.matchAll(words))
        if (
          breaksAtSpaces.test(word) &&
          !(isHyphenated && word.length >= LONG) &&
          linesOf(node, index, index + word.length) > 1
        )
          found.push(`broken: ${word}`);
    }
  }
  return found;
}

/** Pixels of a row that may be hidden without being noticed. */
const TOLERANCE = 0.5;

/**
 * Height to add below a text of `height` in a box of `boxHeight`, so that at the end of the text the top edge
 * of the box is between two rows and not in the middle of one. All numbers are CSS pixels.
 * @param rowAt the row that is `y` below the top of the text: its top, its height and the height of its lines;
 * undefined = there is none
 */
export function restBelow(
  height: number,
  boxHeight: number,
  rowAt: (y: number) => { readonly top: number; readonly height: number; readonly line: number } | undefined,
): number {
  const edge = height - boxHeight;
  if (edge <= 0) return 0;
  const row = rowAt(edge);
  if (row === undefined || edge >= row.top + row.height - TOLERANCE) return 0;
  const hidden = (edge - row.top) % row.line;
  if (hidden < TOLERANCE || row.line - hidden < TOLERANCE) return 0;
  return Math.min(row.line - hidden, row.top + row.height - edge);
}

/** The last of `elements`, which are in the order of the page, that begins at or above `y`. */
function lastAbove(elements: ArrayLike<Element>, y: number): HTMLElement | undefined {
  let [from, to] = [0, elements.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (((elements[middle] as HTMLElement).offsetTop ?? 0) <= y) from = middle + 1;
    else to = middle;
  }
  return elements[from - 1] as HTMLElement | undefined;
}

/** Sets the space below the text of `log`, so that its end can be shown without a half line at the top. */
export function wholeLines(log: HTMLElement): void {
  const before = Number.parseFloat(log.style.getPropertyValue('--rest')) || 0;
  const rest = restBelow(log.scrollHeight - before, log.clientHeight, (y) => {
    const block = lastAbove(log.children, y);
    const row = block?.matches('[data-author]') ? lastAbove(block.querySelectorAll('p, div[dir]'), y) : block;
    if (row === undefined) return undefined;
    const line = Number.parseFloat(getComputedStyle(row).lineHeight);
    return Number.isNaN(line) ? undefined : { top: row.offsetTop, height: row.offsetHeight, line };
  });
  if (Math.abs(rest - before) >= TOLERANCE) log.style.setProperty('--rest', `${rest}px`);
}

import { graphemeBoundaryAfter, type Run } from '@samtal/realtime-text';

/** Cost of rendering a line, in addition to 1 for each UTF-16 unit of text; `RUN_COST` is that of a run. */
const LINE_COST = 20;
const RUN_COST = 60;
/** Most UTF-16 units in a rendered paragraph: browsers lay out the whole paragraph again for each letter. */
const PART_LENGTH = 2000;
/** A part may be shorter than `PART_LENGTH` by up to this many units, so that it ends at a space. */
const SPACE_WITHIN = 200;

/**
 * Start of the rendered part of a conversation: the index of a run, and an offset in all text of that run, in
 * UTF-16 units. Text that is no longer kept counts too.
 */
export type Start = { readonly run: number; readonly offset: number };

export const theBeginning: Start = { run: 0, offset: 0 };

/** Number of UTF-16 units at the start of the run at `index` that are not rendered. */
export function hiddenIn({ cutBefore = 0, text }: Run, index: number, start: Start): number {
  if (index < start.run) return text.length;
  return index > start.run ? 0 : Math.min(text.length, Math.max(0, start.offset - cutBefore));
}

function costOf(text: string, from: number): number {
  let cost = RUN_COST + text.length - from;
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) cost += LINE_COST;
  return cost;
}

/** Cost of rendering `runs` from `start`: 1 for each UTF-16 unit, and fixed costs for each line and run. */
export function costFrom(runs: readonly Run[], start: Start): number {
  let cost = 0;
  for (let index = start.run; index < runs.length; index++) {
    const run = runs[index];
    if (run !== undefined) cost += costOf(run.text, hiddenIn(run, index, start));
  }
  return cost;
}

/** Start of the line that ends at `end`; of a line longer than `PART_LENGTH`, the start of its last part. */
function lineStart(text: string, end: number): number {
  const from = Math.max(0, end - PART_LENGTH);
  const lineBreak = text.slice(from, end - 1).lastIndexOf('\n');
  if (lineBreak >= 0) return from + lineBreak + 1;
  return from === 0 ? 0 : graphemeBoundaryAfter(text, from);
}

/**
 * Start of the newest part of `runs` that costs `most`, or up to one line more; the beginning if all runs
 * cost less.
 */
export function newestPart(runs: readonly Run[], most: number): Start {
  let left = most;
  for (let run = runs.length - 1; run >= 0; run--) {
    if (left <= 0) return { run: run + 1, offset: 0 };
    const { text, cutBefore = 0 } = runs[run] ?? { text: '' };
    left -= RUN_COST;
    for (let end = text.length; end > 0; ) {
      const start = lineStart(text, end);
      left -= end - start + LINE_COST;
      end = start;
      if (left <= 0 && end > 0) return { run, offset: cutBefore + end };
    }
  }
  return theBeginning;
}

/** A rendered line: a line of text, or a part of a very long one. */
export type RenderedLine = {
  /** Offset of the line in the text, in UTF-16 units. */
  readonly at: number;
  readonly words: string;
};

function partEnd(text: string, start: number, end: number): number {
  if (end - start <= PART_LENGTH) return end;
  const most = start + PART_LENGTH;
  const space = text.slice(most - SPACE_WITHIN, most).lastIndexOf(' ');
  return space < 0 ? Math.min(end, graphemeBoundaryAfter(text, most)) : most - SPACE_WITHIN + space + 1;
}

/** The rendered lines of `text` from the offset `from`; a very long line is divided into parts. */
export function linesOf(text: string, from: number): readonly RenderedLine[] {
  const lines: RenderedLine[] = [];
  for (let start = from; start <= text.length; ) {
    const lineBreak = text.indexOf('\n', start);
    const end = lineBreak < 0 ? text.length : lineBreak;
    do {
      const next = partEnd(text, start, end);
      lines.push({ at: start, words: text.slice(start, next) });
      start = next;
    } while (start < end);
    start = end + 1;
  }
  return lines;
}

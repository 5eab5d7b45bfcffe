import { graphemeBoundaryAfter, type Run } from '@samtal/realtime-text';

/** What a line and a run cost to draw beside their letters, in UTF-16 units. */
const LINE_COST = 20;
const RUN_COST = 60;
/** A paragraph that is longer is drawn in parts: a browser lays a whole paragraph out anew for each letter. */
const PART_LENGTH = 2000;
/** So far before its end a part may end earlier, at a space. */
const SPACE_WITHIN = 200;

/**
 * Where in a conversation the part begins that is drawn: in which run, and behind how many units of it, with those
 * that are no longer kept.
 */
export type Start = { readonly run: number; readonly offset: number };

export const theBeginning: Start = { run: 0, offset: 0 };

/** How many units of the run at `index` are not drawn. */
export function hiddenIn({ cutBefore = 0, text }: Run, index: number, start: Start): number {
  if (index < start.run) return text.length;
  return index > start.run ? 0 : Math.min(text.length, Math.max(0, start.offset - cutBefore));
}

function costOf(text: string, from: number): number {
  let cost = RUN_COST + text.length - from;
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) cost += LINE_COST;
  return cost;
}

/** What it costs to draw `runs` from `start` on: letters, and so much for each line and run. */
export function costFrom(runs: readonly Run[], start: Start): number {
  let cost = 0;
  for (let index = start.run; index < runs.length; index++) {
    const run = runs[index];
    if (run !== undefined) cost += costOf(run.text, hiddenIn(run, index, start));
  }
  return cost;
}

/** Where the line begins that ends at `end`, or its last part. */
function lineStart(text: string, end: number): number {
  const from = Math.max(0, end - PART_LENGTH);
  const lineBreak = text.slice(from, end - 1).lastIndexOf('\n');
  if (lineBreak >= 0) return from + lineBreak + 1;
  return from === 0 ? 0 : graphemeBoundaryAfter(text, from);
}

/** Where the newest part of `runs` begins that costs `most`, or a line more. */
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

/** A line of text as it is drawn. */
export type DrawnLine = {
  /** Where it begins in all that its author has written in the run. */
  readonly at: number;
  readonly words: string;
};

function partEnd(text: string, start: number, end: number): number {
  if (end - start <= PART_LENGTH) return end;
  const most = start + PART_LENGTH;
  const space = text.slice(most - SPACE_WITHIN, most).lastIndexOf(' ');
  return space < 0 ? Math.min(end, graphemeBoundaryAfter(text, most)) : most - SPACE_WITHIN + space + 1;
}

/** The lines of `text` behind its first `from` units; a very long one in parts. */
export function linesOf(text: string, from: number): readonly DrawnLine[] {
  const lines: DrawnLine[] = [];
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

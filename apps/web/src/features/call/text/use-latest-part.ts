import type { Run } from '@samtal/realtime-text';
import { useState } from 'react';
import { costFrom, newestPart, type Start, theBeginning } from './latest-part.ts';

/**
 * Size of the part that is rendered first, in UTF-16 units plus the cost of its lines. Each press of the button
 * renders as much again.
 */
const RENDERED = 15_000;

/** The rendered part of a conversation; the user can ask for all of it. */
export type LatestPart = {
  readonly start: Start;
  /** Renders earlier text too; undefined when all text is rendered. */
  readonly showEarlier: (() => void) | undefined;
  /** Set when the reader is at the end: only then may the start of the rendered part be removed. */
  readonly setIsAtEnd: (isAtEnd: boolean) => void;
};

/**
 * Keeps the page fast at any length of text: only the newest part of `runs` is rendered. Its start moves in large
 * steps, not with each letter, and rarely while the reader is at older text.
 */
export function useLatestPart(runs: readonly Run[]): LatestPart {
  const [start, setStart] = useState(theBeginning);
  const [wanted, setWanted] = useState(RENDERED);
  const [isAtEnd, setIsAtEnd] = useState(true);

  const cost = costFrom(runs, start);
  const isWhole = start.run === 0 && start.offset <= (runs[0]?.cutBefore ?? 0);
  const isTooMuch = cost > wanted * (isAtEnd ? 2 : 8);
  const isTooLittle = !isWhole && cost < wanted / 2;
  if (isTooMuch || isTooLittle) {
    const next = newestPart(runs, wanted);
    if (next.run !== start.run || next.offset !== start.offset) setStart(next);
  }

  function showEarlier(): void {
    const more = cost + RENDERED;
    setIsAtEnd(false);
    setWanted(more);
    setStart(newestPart(runs, more));
  }

  return {
    start,
    showEarlier: isWhole ? undefined : showEarlier,
    setIsAtEnd: (isNowAtEnd) => {
      setIsAtEnd(isNowAtEnd);
      if (isNowAtEnd) setWanted(RENDERED);
    },
  };
}

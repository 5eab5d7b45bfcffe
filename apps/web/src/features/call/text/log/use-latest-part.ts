import type { Run } from '@samtal/realtime-text';
import { useState } from 'react';
import { costFrom, newestPart, type Start, theBeginning } from './latest-part.ts';

/**
 * Cost of the part that is rendered first (see `costFrom`). Each press of the button for earlier text renders
 * as much in addition.
 */
const RENDERED = 15_000;

/** The rendered part of a conversation, which the user can extend up to the whole conversation. */
export type LatestPart = {
  readonly start: Start;
  /** Renders more of the earlier text; undefined = all text is rendered. */
  readonly showEarlier: (() => void) | undefined;
  /**
   * Receives whether the reader is at the newest text. If not, the rendered part may grow longer before its
   * beginning is removed.
   */
  readonly setIsAtEnd: (isAtEnd: boolean) => void;
};

/**
 * Finds the newest part of `runs`; only that part is rendered, so that the page stays fast with any length of
 * text. Its start moves in large steps, not with each letter, and rarely while the reader is at earlier text.
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

import type { Run } from '@samtal/realtime-text';
import { useState } from 'react';
import { costFrom, newestPart, type Start, theBeginning } from './latest-part.ts';

/** What is drawn at first, in UTF-16 units and what lines cost beside them; so much more with each press. */
const DRAWN = 15_000;

/** The part of a conversation that is drawn; all of it can be asked for. */
export type LatestPart = {
  readonly start: Start;
  /** Draws earlier text as well; undefined when all is drawn. */
  readonly showEarlier: (() => void) | undefined;
  /** Whether the reader is at the end: only then may what is drawn go from the beginning. */
  readonly setIsAtEnd: (isAtEnd: boolean) => void;
};

/**
 * Keeps a page quick however much is written: the newest part of `runs` is drawn. Its beginning moves now and then, not
 * with each letter, and stays while older text is read.
 */
export function useLatestPart(runs: readonly Run[]): LatestPart {
  const [start, setStart] = useState(theBeginning);
  const [wanted, setWanted] = useState(DRAWN);
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
    const more = cost + DRAWN;
    setIsAtEnd(false);
    setWanted(more);
    setStart(newestPart(runs, more));
  }

  return {
    start,
    showEarlier: isWhole ? undefined : showEarlier,
    setIsAtEnd: (isNowAtEnd) => {
      setIsAtEnd(isNowAtEnd);
      if (isNowAtEnd) setWanted(DRAWN);
    },
  };
}

import type { Run } from '@samtal/realtime-text';
import { type RefCallback, useEffect, useState } from 'react';
import { lastLineOf } from '../own/own-line.ts';

/** Height of a part of a line that counts as out of sight, in CSS pixels. */
const SLIVER = 16;

export type LiveLine = {
  /** Index of the newest turn of the remote user; -1 = there is none. */
  readonly turn: number;
  /** Receives the element at the end of that turn. */
  readonly endRef: RefCallback<HTMLElement>;
  /** The line that has to be shown elsewhere; undefined = its place in the log is in sight. */
  readonly line: string | undefined;
};

/**
 * Finds the line that the remote user is writing and whether the reader sees it. It grows in its turn (decision
 * D47), which later own turns may have moved out of sight. A line that is finished out of sight counts until the
 * next turn begins, so that its last words can be read.
 */
export function useLiveLine(conversation: readonly Run[]): LiveLine {
  const [end, endRef] = useState<HTMLElement | null>(null);
  const isInSight = useIsInSight(end);
  const [held, setHeld] = useState<{ readonly turn: number; readonly turns: number }>();
  const turn = conversation.findLastIndex(({ author }) => author === 'other');
  const run = conversation[turn];
  const isOpen = run !== undefined && !run.text.endsWith('\n');
  const isHeld = held?.turn === turn && held.turns === conversation.length;
  if (isOpen && !isInSight && !isHeld) setHeld({ turn, turns: conversation.length });
  const isShown = run !== undefined && !isInSight && (isOpen || isHeld);
  return { turn, endRef, line: isShown ? lastLineOf([run]) : undefined };
}

/** Whether `element` is in the visible part of its log; an element that is not rendered is not. */
function useIsInSight(element: HTMLElement | null): boolean {
  const [seen, setSeen] = useState<{ readonly element: HTMLElement; readonly isInSight: boolean }>();
  useEffect(() => {
    if (element === null) return;
    const observer = new IntersectionObserver(
      (reports) => setSeen({ element, isInSight: reports.at(-1)?.isIntersecting === true }),
      { root: element.closest('[role=log]'), rootMargin: `-${SLIVER}px 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  if (element === null) return false;
  return seen?.element !== element || seen.isInSight;
}

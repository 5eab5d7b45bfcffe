import { type RefCallback, type UIEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { CharacterRow } from '../../../client/characters/read-characters.ts';

/** Rows that are drawn at a time: a page must draw them several times a second. */
const PAGE = 100;

/** Distance from the end, in CSS pixels, below which the list follows new characters. */
const NEAR_END = 32;

export type Scrolling = {
  readonly scrollerRef: RefCallback<HTMLElement>;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
};

export type ShownRows = {
  readonly rows: readonly CharacterRow[];
  /** The numbers of the first and the last of them, and of the newest character. */
  readonly range: { readonly first: number; readonly last: number; readonly newest: number };
  /** Undefined = there are none. */
  readonly showEarlier: (() => void) | undefined;
  readonly showLater: (() => void) | undefined;
  readonly showNewest: (() => void) | undefined;
  readonly scrolling: Scrolling;
};

/**
 * The part of the list that is drawn: the newest rows, which follow what comes, until the reader scrolls up or asks for
 * earlier ones; then it stands still.
 */
export function useShownRows(all: readonly CharacterRow[]): ShownRows {
  /** Number of the last row while the list stands still; undefined = it follows the newest one. */
  const [heldAt, setHeldAt] = useState<number>();
  const scroller = useRef<HTMLElement>(null);
  /** Where to scroll after the next rendering. */
  const goTo = useRef<'start' | 'end'>(undefined);
  /** Where the list itself has scrolled to; a scroll event of this place is not the reader's. */
  const placedAt = useRef<number>(undefined);

  const oldest = all[0]?.number ?? 0;
  const newest = all.at(-1)?.number ?? 0;
  /** The end of the first whole page. A held page that is no longer kept gives way to it. */
  const firstEnd = Math.min(newest, oldest + PAGE - 1);
  const held = heldAt ?? newest;
  const last = oldest > 1 ? Math.max(held, firstEnd) : held;
  const first = Math.max(oldest, last - PAGE + 1);
  const isFollowing = heldAt === undefined;

  useLayoutEffect(() => {
    const element = scroller.current;
    const place = isFollowing ? 'end' : goTo.current;
    goTo.current = undefined;
    if (element === null || place === undefined) return;
    element.scrollTop = place === 'end' ? element.scrollHeight : 0;
    placedAt.current = element.scrollTop;
  });

  function hold(at: number, place: 'start' | 'end'): void {
    goTo.current = place;
    setHeldAt(at);
  }

  return {
    rows: all.slice(first - oldest, last - oldest + 1),
    range: { first, last, newest },
    showEarlier: first > oldest ? () => hold(Math.max(first - 1, firstEnd), 'end') : undefined,
    showLater: last < newest ? () => hold(Math.min(newest, last + PAGE), 'start') : undefined,
    showNewest: isFollowing ? undefined : () => setHeldAt(undefined),
    scrolling: {
      scrollerRef: useCallback((element: HTMLElement | null) => {
        scroller.current = element;
      }, []),
      onScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) {
        if (scrollTop === placedAt.current) return;
        placedAt.current = undefined;
        const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
        // At its end the list follows again, unless characters in between would never be shown.
        if (isAtEnd && newest - last < PAGE) setHeldAt(undefined);
        else if (isFollowing && !isAtEnd) setHeldAt(last);
      },
    },
  };
}

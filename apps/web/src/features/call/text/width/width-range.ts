/** The room that video and text share, and the part of it that the text has now. */
export type WidthRange = {
  /** Widths of the text, in percent of the room. */
  readonly now: number;
  readonly least: number;
  readonly most: number;
  /** The text is left of the video, as in right-to-left. */
  readonly isTextLeft: boolean;
};

/** The least width of the text, in `rem`: its tools fit in one row. */
const LEAST_REM = 20;
/** The largest width of the text, in percent; the video keeps the rest. */
const MOST = 65;
/** How far one press of an arrow key moves the separator, in percent. */
const STEP = 2;

/**
 * The range for a room of `roomWidth`.
 * @param remPixels one `rem`; all widths are in CSS pixels
 */
export function rangeOf(
  roomWidth: number,
  textWidth: number,
  remPixels: number,
  isTextLeft: boolean,
): WidthRange {
  const percent = (width: number): number => (100 * width) / roomWidth;
  const least = percent(LEAST_REM * remPixels);
  return { now: percent(textWidth), least, most: Math.max(least, MOST), isTextLeft };
}

/** The width of the text after the separator has moved to the right by a share of the room, in percent. */
export function movedRight({ now, least, most, isTextLeft }: WidthRange, right: number): number {
  const wanted = isTextLeft ? now + right : now - right;
  return Math.round(10 * Math.min(Math.max(wanted, least), most)) / 10;
}

/** The width of the text after a key (ARIA window splitter pattern); undefined for other keys. */
export function widthAfterKey(range: WidthRange, key: string): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return movedRight(range, -STEP);
    case 'ArrowRight':
      return movedRight(range, STEP);
    case 'Home':
      return range.least;
    case 'End':
      return range.most;
    default:
      return undefined;
  }
}

/** Longest text of one frame, in code points. */
export const LONGEST_FRAME = 1000;
/**
 * Most text that is kept for a peer that does not report it, in code points: half a minute at the highest rate
 * (decision D11).
 */
export const MOST_KEPT = 32_768;
/** Shortest time between two reports without text. */
export const REPORT_INTERVAL_MS = 300;
/** Delay before a MESSAGE that was refused or lost is sent again; it doubles up to the longest. */
export const RETRY_MS = { shortest: 1000, longest: 8000 } as const;
/** A peer that asks for missing text more often than this without reporting anything new is not answered. */
export const MOST_ASKS = 8;

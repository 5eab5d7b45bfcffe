/** Longest single change that is accepted, in UTF-16 units (RTT-08, A-046). */
export const MOST_INSERTED = 1000;
/** Most characters one change may remove (RTT-10, A-047). */
export const MOST_DELETED = 50;
/** Longest chunk, in UTF-16 units, and the least time between two (RTT-09, decision D11). */
export const CHUNK_LENGTH = 250;
export const CHUNK_INTERVAL_MS = 250;
/** Over which time a negotiated `cps` is averaged (RFC 4103 §6). */
export const CPS_WINDOW_MS = 10_000;
/** Families, flags and skin tones stay below this many UTF-16 units; what is longer is cut between code points. */
export const LONGEST_USUAL_GRAPHEME = 50;

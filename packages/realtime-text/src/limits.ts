/** Longest insertion in one edit, in UTF-16 units (RTT-08, A-046). */
export const MOST_INSERTED = 1000;
/** Most user-perceived characters that one edit may remove (RTT-10, A-047). */
export const MOST_DELETED = 50;
/**
 * The most sent text, in UTF-16 units, that an edit may erase at the reader, to send it again with the
 * change.
 */
export const MOST_RETYPED = 2000;
/** Longest chunk, in UTF-16 units, and the shortest interval between two chunks (RTT-09, decision D11). */
export const CHUNK_LENGTH = 250;
export const CHUNK_INTERVAL_MS = 250;
/** Period over which a negotiated `cps` is averaged (RFC 4103 §6). */
export const CPS_WINDOW_MS = 10_000;
/**
 * A grapheme of at most this many UTF-16 units is never split, which covers families, flags and skin tones; a
 * longer one may be cut between code points.
 */
export const LONGEST_USUAL_GRAPHEME = 50;
/**
 * Longest grapheme that one backspace erases completely, in UTF-16 units. Graphemes of real text are much
 * shorter: UAX #15 allows 30 combining marks in a row (Stream-Safe Text Format), and a family of four has 11
 * units.
 */
export const LONGEST_GRAPHEME = 128;
/** Most consecutive regional indicators that are counted to separate flags. */
export const LONGEST_FLAG_RUN = 64;
/**
 * UTF-16 units of incoming text that a call keeps, and the number left after a cut. Even the fastest typing
 * takes seven hours to write MOST_INCOMING.
 */
export const MOST_INCOMING = 200_000;
export const KEPT_INCOMING = 180_000;

/** Longest single change that is accepted, in UTF-16 units (RTT-08, A-046). */
export const MOST_INSERTED = 1000;
/** Most characters, as people count them, that one change may remove (RTT-10, A-047). */
export const MOST_DELETED = 50;
/** A change may erase so many UTF-16 units of sent text; those behind the change are sent again. */
export const MOST_RETYPED = 2000;
/** Longest chunk, in UTF-16 units, and the least time between two (RTT-09, decision D11). */
export const CHUNK_LENGTH = 250;
export const CHUNK_INTERVAL_MS = 250;
/** Over which time a negotiated `cps` is averaged (RFC 4103 §6). */
export const CPS_WINDOW_MS = 10_000;
/** Families, flags and skin tones stay below this many UTF-16 units; what is longer is cut between code points. */
export const LONGEST_USUAL_GRAPHEME = 50;
/**
 * Longest grapheme that one backspace takes away whole, in UTF-16 units. Text of people stays far below: UAX #15 allows
 * 30 combining marks in a row (Stream-Safe Text Format), and a family of four is 11 units.
 */
export const LONGEST_GRAPHEME = 128;
/** Regional indicators in a row that are counted to tell flags apart. */
export const LONGEST_FLAG_RUN = 64;
/**
 * UTF-16 units of incoming text that a call keeps, and how many stay when there are more. Seven hours of the fastest
 * typing come to as much.
 */
export const MOST_INCOMING = 200_000;
export const KEPT_INCOMING = 180_000;

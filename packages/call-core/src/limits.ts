/** Times and limits of the calling core (specification 000 §9, decisions); `_MS` means milliseconds. */

/**
 * Number of retries of a REGISTER that was refused with 403 or another lasting refusal, and the delay before
 * each retry (REG-07, A-053).
 */
export const FORBIDDEN_RETRIES = 5;
export const FORBIDDEN_RETRY_DELAY_MS = 2500;

/** The time between two ticks of the heartbeat (STATE-36). */
export const TICK_MS = 1000;

/** After so many missed ticks the page was frozen, or the device slept: a busy page is not late for so long. */
export const WOKEN_TICKS = 10;

/** How long a page that has woken waits for the answer to its REGISTER before it connects again. */
export const WAKE_UP_MS = 2000;

/**
 * Each reconnection delay is shortened at random by up to this share, so that clients do not all reconnect at
 * once.
 */
export const RECONNECTION_JITTER = 0.1;

/** Shortest and longest delay before a new REGISTER after a temporary refusal, whatever Retry-After says. */
export const REGISTRATION_RETRY_MIN_MS = 1000;
export const REGISTRATION_RETRY_MAX_MS = 3_600_000;

/**
 * Delays of the attempts to connect again during a call that is kept (decision D80); the last one repeats.
 */
export const RECONNECT_IN_CALL_MS = [250, 500, 1000] as const;

/**
 * How long the callee of an interrupted call lets the caller offer first. The picture stands still for as long if only
 * the callee was cut off.
 */
export const RESUME_YIELD_MS = 500;

/** The same after the callee's own network was gone or has changed: the caller has rarely been interrupted as well. */
export const RESUME_YIELD_AFTER_OWN_MS = 100;

/** The delay before the next offer after one that was refused or lost: shorter for the caller, as above. */
export const RESUME_RETRY_MS = { caller: 1000, callee: 3000 } as const;

/** How long ICE may look for the peer after both ends have agreed; then this side offers again. */
export const RESUME_SETTLING_MS = { caller: 4000, callee: 8000 } as const;

/** The delay before the next INVITE of each end of a call that both take up after a reload (decision D81). */
export const TAKE_UP_RETRY_MS = { caller: 1000, callee: 1500 } as const;

/** Longest wait for the answer to a call's last message, and to the unregistration (REG-12). */
export const CLOSING_TIMEOUT_MS = 2000;

/** Decision D37: how long the status of a local ending is shown before COMPLETED. */
export const LOCAL_ENDING_MS = 1500;

/**
 * RFC 3261 §14.1: after a 491, the side that owns the Call-ID waits 2.1 to 4 s before it offers again, the
 * other side 0 to 2 s.
 */
export const CROSSED_OWNER_MS = { longest: 4000, jitter: 0.475 } as const;
export const CROSSED_OTHER_MS = { longest: 2000, jitter: 1 } as const;
/** After this many offers that crossed an offer of the peer, the medium is not added. */
export const MOST_OFFERS = 8;

/** How long the user reads that the remote user has added a medium, if nothing is asked. */
export const ADDED_SHOWN_MS = 8000;

/** MEDIA-02: if devices take longer to open, the page looks for the browser's prompt and explains it. */
export const PERMISSION_OVERLAY_DELAY_MS = 1000;

/** Decision D41: after this time without any confirmation, unconfirmed text is shown as not delivered yet. */
export const TEXT_LATE_MS = 4000;

/** How long the screen flashes at the start of a call (INCALL-18) and for a knock. */
export const KNOCK_MS = 5000;

/** DTMF-04: duration of a tone; DTMF-05, A-051: duration of the pause for a comma. */
export const TONE_DURATION_MS = 2000;
export const TONE_PAUSE_MS = 100;

/** Decision D89: longest wait of an emergency call for the answer to the browser's question about devices. */
export const DEVICES_WAIT_MS = 10_000;

/** Decision D19: longest wait of an emergency INVITE for a position; GEO-04: interval of later positions. */
export const POSITION_WAIT_MS = 1000;
export const POSITION_INTERVAL_MS = 10_000;

/** Longest target of a call, in UTF-16 units. */
export const TARGET_LENGTH = 255;

/**
 * At most `TEXT_SLICE` UTF-16 units of incoming text are passed on to the call per `TEXT_INTERVAL_MS`, which
 * is a little longer than a frame.
 */
export const TEXT_INTERVAL_MS = 20;
export const TEXT_SLICE = 2048;
/** Most incoming text that may wait, in UTF-16 units: about a minute at the highest rate (decision D11). */
export const MOST_WAITING_TEXT = 65_536;

/** Two presses of a button within this time are one: the second one was meant for what stood there before (decision D85). */
export const SAME_PRESS_MS = 700;

/** How long a transfer waits for its end, and a question for the press of the user (decision D87). */
export const TRANSFER_LIMIT_MS = { own: 180_000, question: 120_000 } as const;

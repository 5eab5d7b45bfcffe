/** Times and numbers of specification 000 §9, in milliseconds where not said otherwise. */

/** REG-07, A-053: retries after the first REGISTER refused with 403 or the like, and the time before each. */
export const FORBIDDEN_RETRIES = 5;
export const FORBIDDEN_RETRY_DELAY_MS = 2500;

/** STATE-36: the heartbeat's tick. */
export const TICK_MS = 1000;

/** Attempts to reconnect come up to this share of their delay early, so that many clients do not come as one. */
export const RECONNECTION_JITTER = 0.1;

/** Shortest and longest time before a registration is tried again, whatever Retry-After says. */
export const REGISTRATION_RETRY_MIN_MS = 1000;
export const REGISTRATION_RETRY_MAX_MS = 3_600_000;

/** longest wait for the last answer of an ending call; REG-12: and of the unregistration before logout. */
export const CLOSING_TIMEOUT_MS = 2000;

/** Decision D37: how long the status of an ending by this side is shown before COMPLETED. */
export const LOCAL_ENDING_MS = 1500;

/** MEDIA-02: how long the browser may ask for permission before the page explains what it asks for. */
export const PERMISSION_OVERLAY_DELAY_MS = 1000;

/** Decision D41: own text that has waited this long for its delivery is shown as not delivered yet. */
export const TEXT_LATE_MS = 4000;

/** INCALL-18, A-050: how long a knock flashes. */
export const KNOCK_MS = 5000;

/** DTMF-04: how long a tone sounds; DTMF-05, A-051: the pause that a comma makes. */
export const TONE_DURATION_MS = 2000;
export const TONE_PAUSE_MS = 100;

/** Decision D19: how long after the dialling the INVITE of an emergency call waits for a position; GEO-04: its cadence. */
export const POSITION_WAIT_MS = 1000;
export const POSITION_INTERVAL_MS = 10_000;

/** Longest number or name that is called, in UTF-16 units. */
export const TARGET_LENGTH = 255;

/** Incoming text is handed on once in this time, a little more than a frame, and no more at once than this. */
export const TEXT_INTERVAL_MS = 20;
export const TEXT_SLICE = 2048;
/** Incoming text that waits; at the fastest pace of decision D11 it is a minute's. */
export const MOST_WAITING_TEXT = 65_536;

/** Times and numbers of specification 000 §9, in milliseconds unless noted otherwise. */

/** REG-07, A-053: retries after the first REGISTER refused with 403 or similar, and the delay before each. */
export const FORBIDDEN_RETRIES = 5;
export const FORBIDDEN_RETRY_DELAY_MS = 2500;

/** STATE-36: the heartbeat's tick. */
export const TICK_MS = 1000;

/** Reconnection attempts come up to this share of their delay early, so that clients do not come together. */
export const RECONNECTION_JITTER = 0.1;

/** Shortest and longest delay before a new REGISTER, whatever Retry-After says. */
export const REGISTRATION_RETRY_MIN_MS = 1000;
export const REGISTRATION_RETRY_MAX_MS = 3_600_000;

/** longest wait for the last answer of an ending call; REG-12: and for that to the unregistration. */
export const CLOSING_TIMEOUT_MS = 2000;

/** Decision D37: how long the status of a local ending is shown before COMPLETED. */
export const LOCAL_ENDING_MS = 1500;

/** MEDIA-02: how long the browser's permission prompt is open before the page explains it. */
export const PERMISSION_OVERLAY_DELAY_MS = 1000;

/** Decision D41: text that waits this long for its delivery is shown as not delivered yet. */
export const TEXT_LATE_MS = 4000;

/** INCALL-18, A-050: how long a knock flashes. */
export const KNOCK_MS = 5000;

/** DTMF-04: duration of a tone; DTMF-05, A-051: duration of the pause for a comma. */
export const TONE_DURATION_MS = 2000;
export const TONE_PAUSE_MS = 100;

/** Decision D19: longest wait of an emergency INVITE for a position; GEO-04: interval of later positions. */
export const POSITION_WAIT_MS = 1000;
export const POSITION_INTERVAL_MS = 10_000;

/** Longest target of a call, in UTF-16 units. */
export const TARGET_LENGTH = 255;

/** Incoming text is passed on once per interval, a little longer than a frame, in slices of this length. */
export const TEXT_INTERVAL_MS = 20;
export const TEXT_SLICE = 2048;
/** Most incoming text that may wait: one minute at the highest rate of decision D11. */
export const MOST_WAITING_TEXT = 65_536;

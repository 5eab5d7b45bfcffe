/** Times and numbers of specification 000 §9, in milliseconds where not said otherwise. */

/** REG-07, A-053: retries after the first REGISTER refused with 403, and the time before each. */
export const FORBIDDEN_RETRIES = 5;
export const FORBIDDEN_RETRY_DELAY_MS = 2500;

/** STATE-38: after giving up, a new series of attempts begins this much later. */
export const CONNECTION_REST_MS = 60_000;

/** longest wait for the last answer of an ending call; REG-12: and of the unregistration before logout. */
export const CLOSING_TIMEOUT_MS = 2000;

/** MEDIA-02: how long the browser may ask for permission before the page explains what it asks for. */
export const PERMISSION_OVERLAY_DELAY_MS = 1000;

/** INCALL-18, A-050: how long a knock flashes. */
export const KNOCK_MS = 5000;

/** Longest number or name that is called, in UTF-16 units. */
export const TARGET_LENGTH = 255;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Purpose of a link in a mail. */
export type KeyPurpose = 'verification' | 'reset' | 'email';

/** Lifetime of a link that verifies an e-mail address. */
export const VERIFICATION_LIFETIME_MS = 7 * DAY_MS;
/** Lifetime of a link for a new password. */
export const RESET_LIFETIME_MS = DAY_MS;
/** Lifetime of a link that confirms a new e-mail address. */
export const EMAIL_CHANGE_LIFETIME_MS = DAY_MS;
/**
 * Time for which a key is kept after it expires, so that the server can tell an expired link from a wrong
 * one.
 */
export const KEY_MEMORY_MS = 30 * DAY_MS;

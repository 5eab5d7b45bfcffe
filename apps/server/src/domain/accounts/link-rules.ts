const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Purpose of a link: `reset` is to a new password that a user, or a stranger in their name, has asked for, `passwordLink`
 * the one of the console. A new link ends the earlier one of its purpose, so no stranger can end one of the console.
 */
export type KeyPurpose = 'verification' | 'reset' | 'passwordLink' | 'email';

/** Purposes of links to a new password. */
export const PASSWORD_PURPOSES: readonly KeyPurpose[] = ['reset', 'passwordLink'];

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

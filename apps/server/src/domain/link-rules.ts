const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** What a link of a mail is for. */
export type KeyPurpose = 'verification' | 'reset' | 'email';

/** How long the link that proves an e-mail address can be used. */
export const VERIFICATION_LIFETIME_MS = 7 * DAY_MS;
/** How long the link to a new password can be used. */
export const RESET_LIFETIME_MS = DAY_MS;
/** How long the link that confirms a new e-mail address can be used. */
export const EMAIL_CHANGE_LIFETIME_MS = DAY_MS;
/** Keys are kept this long after their end, so that an old link can be told from a wrong one. */
export const KEY_MEMORY_MS = 30 * DAY_MS;

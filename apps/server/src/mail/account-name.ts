import type { Account } from '../domain/accounts/account.ts';

/** Longest name that a mail repeats. */
const LONGEST = 40;
/**
 * Matches letters of any script, spaces, hyphens, apostrophes and dots; no digits or other characters, and no
 * dot before a letter.
 */
const FIRST_NAME = /^(?!.*\.[\p{L}\p{M}])\p{L}[\p{L}\p{M} .'’-]*$/u;
const USERNAME = /^[\p{L}\p{M}\p{N}_-]+$/u;
/** Matches digits that a mail program could take for a telephone number. */
const NUMBER = /\d{5}/;

/** Whether a mail may repeat this first name: it cannot become a link or be a message to a stranger. */
export const isPlainFirstName = (name: string): boolean => name.length <= LONGEST && FIRST_NAME.test(name);

/** Whether a mail may repeat this username. Dots are refused, because they could make it a host name. */
export const isPlainUsername = (name: string): boolean =>
  name.length <= LONGEST && USERNAME.test(name) && !NUMBER.test(name);

/**
 * How a mail names the account: by username, or by address if a mail program could make a link of the
 * username.
 */
export const accountNameOf = ({ username, addresses }: Account): string =>
  isPlainUsername(username) ? username : (addresses[0] ?? '');

import type { Account } from '../domain/accounts/account.ts';

/** Longest name that a mail repeats. */
const LONGEST = 40;
/**
 * Letters of any script, spaces, hyphens, apostrophes; no digits or other characters, and no dot between
 * letters.
 */
const FIRST_NAME = /^(?!.*\.[\p{L}\p{M}])\p{L}[\p{L}\p{M} .'’-]*$/u;
const USERNAME = /^[\p{L}\p{M}\p{N}_-]+$/u;
/** Digits that a mail program could take for a telephone number. */
const NUMBER = /\d{5}/;

/** Whether no mail program makes a link of this first name; other texts could be a message to a stranger. */
export const isPlainFirstName = (name: string): boolean => name.length <= LONGEST && FIRST_NAME.test(name);

/** The same for a username, where a dot could make it a host name. */
export const isPlainUsername = (name: string): boolean =>
  name.length <= LONGEST && USERNAME.test(name) && !NUMBER.test(name);

/**
 * How a mail names the account: by username, or by address where a mail program would make a link of the
 * username.
 */
export const accountNameOf = ({ username, addresses }: Account): string =>
  isPlainUsername(username) ? username : (addresses[0] ?? '');

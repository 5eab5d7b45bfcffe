import type { Account } from '../domain/account.ts';

/** Longest name that a mail repeats. */
const LONGEST = 40;
/** Letters of any script, spaces, hyphens and the like; no digit, no other sign, and no dot between letters. */
const FIRST_NAME = /^(?!.*\.[\p{L}\p{M}])\p{L}[\p{L}\p{M} .'’-]*$/u;
const USERNAME = /^[\p{L}\p{M}\p{N}_-]+$/u;
/** What a mail program takes for the number of a telephone. */
const NUMBER = /\d{5}/;

/** Whether no mail program makes a link of this first name; what is no name is a message of its writer to others. */
export const isPlainFirstName = (name: string): boolean => name.length <= LONGEST && FIRST_NAME.test(name);

/** The same for a username, in which a dot makes the name of a site. */
export const isPlainUsername = (name: string): boolean =>
  name.length <= LONGEST && USERNAME.test(name) && !NUMBER.test(name);

/** How a mail calls the account: by its username, or by its address where a mail program would make a link of that. */
export const accountNameOf = ({ username, addresses }: Account): string =>
  isPlainUsername(username) ? username : (addresses[0] ?? '');

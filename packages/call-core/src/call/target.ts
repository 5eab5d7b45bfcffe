import { TARGET_LENGTH } from '../limits.ts';

/** What people write between digits (RFC 3966 §5.1.1), and what comes with a number that is pasted. */
const separators = /[\p{Pd}\p{Cf}\s.()/]/gu;

/** A number as it is dialled; a name as it was typed. */
function userOf(typed: string): string {
  const number = typed.replace(separators, '');
  return /^\+?[\d*#]+$/.test(number) ? number : typed;
}

/**
 * The address somebody typed as a number, a name or an address (DIAL-09, -10, -11, -15). A number loses its
 * separators; without a domain both get that of the caller's own address. A whole address stays as it is.
 * @returns undefined for what cannot be called: blank, too long, or with spaces or control characters in it
 */
export function addressOf(typed: string, ownAddress: string): string | undefined {
  const target = typed.trim().replace(/^sips?:/i, '');
  const [own = ''] = ownAddress.split('|');
  const domain = own.slice(own.lastIndexOf('@') + 1);
  const address = target.includes('@') ? target : `${userOf(target)}@${domain}`;
  const isCallable = /^[^\s\p{Cc}<>"]+@[^\s\p{Cc}<>"@]+$/u.test(address) && address.length <= TARGET_LENGTH;
  return isCallable ? address : undefined;
}

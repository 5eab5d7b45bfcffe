import { TARGET_LENGTH } from '../limits.ts';

/**
 * The address somebody typed as a number, a name or an address (DIAL-09, -10, -11, -15). Without a domain it gets
 * that of the caller's own address.
 * @returns undefined for what cannot be called: blank, too long, or with spaces or control characters in it
 */
export function addressOf(typed: string, ownAddress: string): string | undefined {
  const target = typed.trim().replace(/^sips?:/i, '');
  const [own = ''] = ownAddress.split('|');
  const address = target.includes('@') ? target : `${target}@${own.slice(own.lastIndexOf('@') + 1)}`;
  const isCallable = /^[^\s\p{Cc}<>"]+@[^\s\p{Cc}<>"@]+$/u.test(address) && address.length <= TARGET_LENGTH;
  return isCallable ? address : undefined;
}

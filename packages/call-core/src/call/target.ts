import { TARGET_LENGTH } from '../limits.ts';

/** What people write between digits (RFC 3966 §5.1.1), and what comes with a number that is pasted. */
const separators = /[\p{Pd}\p{Cf}\s.()/]/gu;
/** Names of accounts may be nothing but this. */
const possibleName = /^[\d.-]{5,100}$/;

/** The digits of a number that was typed with separators. */
function digitsIn(typed: string): string | undefined {
  const digits = typed.replace(separators, '');
  return digits !== typed && /^\+?[\d*#]+$/.test(digits) ? digits : undefined;
}

export type Target = {
  readonly address: string;
  /** The number as it is dialled, where `address` might be the name of an account too. */
  readonly otherwise?: string;
};

/**
 * Whom somebody typed as a number, a name or an address (DIAL-09, -10, -11, -15, A-104). Without a domain it gets that
 * of the caller's own address; a whole address stays as it is.
 * @param isEmergency numbers of help are dialled as numbers, however they are written
 * @returns undefined for what cannot be called: blank, too long, or with spaces or control characters in it
 */
export function targetOf(
  typed: string,
  ownAddress: string,
  isEmergency: (address: string) => boolean,
): Target | undefined {
  const target = typed.trim().replace(/^sips?:/i, '');
  if (target.includes('@')) return callable(target);
  const [own = ''] = ownAddress.split('|');
  const domain = own.slice(own.lastIndexOf('@') + 1);
  const digits = digitsIn(target);
  const number = digits === undefined ? undefined : callable(`${digits}@${domain}`);
  const mayBeName = possibleName.test(target) && !isEmergency(number?.address ?? '');
  if (number !== undefined && !mayBeName) return number;
  const name = callable(`${target}@${domain}`);
  return name && number ? { ...name, otherwise: number.address } : name;
}

function callable(address: string): Target | undefined {
  const isCallable = /^[^\s\p{Cc}<>"]+@[^\s\p{Cc}<>"@]+$/u.test(address) && address.length <= TARGET_LENGTH;
  return isCallable ? { address } : undefined;
}

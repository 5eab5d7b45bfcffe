import { TARGET_LENGTH } from '../limits.ts';

/** Separators of numbers (RFC 3966 §5.1.1) and invisible characters of pasted text, which are not dialled. */
const separators = /[\p{Pd}\p{Cf}\s.()/]/gu;
/** Text that may be a number or the name of an account: names may also consist of these characters alone. */
const possibleName = /^[\d.-]{5,100}$/;

/** The digits of a number typed with separators; undefined if `typed` has no separators or is no number. */
function digitsIn(typed: string): string | undefined {
  const digits = typed.replace(separators, '');
  return digits !== typed && /^\+?[\d*#]+$/.test(digits) ? digits : undefined;
}

export type Target = {
  readonly address: string;
  /** The number to dial if no account has the name in `address`. */
  readonly otherwise?: string;
};

/**
 * The target for a typed number, name or address (DIAL-09, -10, -11, -15, A-104). A target without a domain
 * gets the domain of the caller's own address; a full address keeps its own.
 * @param isEmergency whether an address is an emergency number, which is always dialled as a number
 * @returns undefined if the target cannot be called: blank, too long, or with spaces or control characters
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

/** The first digits of the decimal digits of other scripts that phones and keyboards write. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x0e50, 0xff10];

const plainDigit = (digit: string): string => {
  const code = digit.charCodeAt(0);
  const zero = zeros.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? digit : String(code - zero);
};

/** What may stand between the digits of a number (RFC 3966 §5.1.1). */
const separators = /[\p{Pd}\p{Cf}\s.()/]/gu;

/**
 * The digits of a number in any spelling: `+46 (0)8-12 34`, `00468 1234` and `٠٨١٢٣٤` are compared by them.
 * A leading 00 becomes `+`.
 * @returns undefined if `text` is no number
 */
export function numberDigits(text: string): string | undefined {
  const digits = text
    .replaceAll('(0)', '')
    .replaceAll(separators, '')
    .replaceAll(/\p{Nd}/gu, plainDigit);
  return /^\+?\d+$/.test(digits) ? digits.replace(/^00/, '+') : undefined;
}

/**
 * Whether the digits that a user types are in `number`. A first 0 is also the one before an area code, which
 * the international form of the number does not have.
 */
export const hasDigits = (number: string, typed: string): boolean =>
  number.includes(typed) || (/^0\d/.test(typed) && number.startsWith('+') && number.includes(typed.slice(1)));

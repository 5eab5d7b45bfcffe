import { isToken, parseCount } from './grammar.ts';

export type CSeq = { readonly number: number; readonly method: string };

/**
 * Parses a value of CSeq; undefined if it breaks the grammar or its number is 2^31 or more (RFC 3261
 * §8.1.1.5).
 */
export function parseCSeq(text: string): CSeq | undefined {
  const [digits = '', method = '', ...more] = text.split(/\s+/);
  const number = parseCount(digits);
  if (number === undefined || number >= 2 ** 31 || !isToken(method) || more.length > 0) return undefined;
  return { number, method };
}

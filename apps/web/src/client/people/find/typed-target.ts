import { completeSipAddress } from '@samtal/api-contract';
import type { Findable } from './findable.ts';
import { wordsOf } from './fold-name.ts';
import { numberDigits } from './number-digits.ts';

/**
 * What Enter does with the typed text: it calls an address, or asks which person is meant. `isPart`: the text is only a
 * part of their names.
 */
export type TypedTarget =
  | { readonly kind: 'call'; readonly address: string }
  | { readonly kind: 'ask'; readonly people: readonly Findable[]; readonly isPart?: boolean };

/** Whether the typed text may be a saved name; numbers and addresses are not. */
export const mayBeName = (typed: string): boolean =>
  wordsOf(typed).length > 0 && !typed.includes('@') && numberDigits(typed) === undefined;

/**
 * The target of the typed text. A saved name in full is the address saved with it: a contact's, else that of
 * a service or an entry of the directory. Anything else is called as it was typed. A number or an address
 * is never taken for a name, and names that callers chose for themselves are not saved names.
 * @param matches people whose names contain the typed text. If it is not the address of one of them, the user is asked
 * whether one of them is meant.
 */
export function typedTarget(
  typed: string,
  people: readonly Findable[],
  ownDomain: string,
  matches: readonly Findable[] = [],
): TypedTarget {
  const asTyped = { kind: 'call', address: typed } as const;
  if (!mayBeName(typed)) return asTyped;
  const words = wordsOf(typed).join(' ');
  const complete = (address: string): string => completeSipAddress(address, ownDomain);
  const named = people.filter(({ kind, name }) => kind !== 'recent' && wordsOf(name).join(' ') === words);
  const contacts = named.filter(({ kind }) => kind === 'contact');
  const meant = contacts.length > 0 ? contacts : named;
  if (meant.some(({ address }) => complete(address) === complete(typed))) return asTyped;
  const addresses = new Set(meant.map(({ address }) => complete(address)));
  const [only] = meant;
  if (only === undefined) {
    const isPart =
      matches.length > 0 && matches.every((match) => complete(match.address) !== complete(typed));
    return isPart ? { kind: 'ask', people: matches, isPart } : asTyped;
  }
  if (addresses.size === 1) return { kind: 'call', address: only.address };
  const distinct = meant.filter(
    ({ address }, index) =>
      meant.findIndex((other) => complete(other.address) === complete(address)) === index,
  );
  return { kind: 'ask', people: distinct };
}

import { BLANK_SYMBOLS, visibleName } from './visible-name.ts';

/** Longest caller name that is shown, in characters; a longer name would push the address off the screen. */
const LONGEST = 60;

/**
 * Whether a name looks like an address, or like a number in the digits of any script, even with full-width or
 * invisible characters or marks.
 */
const readsAsAddress = (name: string): boolean =>
  /@|^(?:sips?|tel):|^\+?[\p{Nd}\p{Pd}\s()./*#]+$/iu.test(
    name
      .normalize('NFKC')
      .replaceAll(/[\p{Cf}\p{M}]/gu, '')
      .replaceAll(BLANK_SYMBOLS, ' ')
      .trim(),
  );

/**
 * The display name in From, without invisible characters and shortened to 60 characters. Undefined if nothing
 * of it can be seen, or if it looks like an address or a number: callers can write any text there (RFC 3261
 * §8.1.1.3), but the only address that users see must be the authenticated one.
 */
export function claimedName(displayName: string | undefined): string | undefined {
  const name = visibleName(displayName ?? '');
  if (name === '' || readsAsAddress(name)) return undefined;
  const characters = Array.from(name);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : name;
}

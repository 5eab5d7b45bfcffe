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
 * The display name of From as it may be shown for the caller: without invisible characters, shortened to 60
 * characters, or undefined if nothing of it can be seen or it looks like an address or a number. Callers can
 * write any text there (RFC 3261 §8.1.1.3), but the only visible address must be the authenticated one.
 */
export function claimedName(displayName: string | undefined): string | undefined {
  const name = visibleName(displayName ?? '');
  if (name === '' || readsAsAddress(name)) return undefined;
  const characters = Array.from(name);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : name;
}

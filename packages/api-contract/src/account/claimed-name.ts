/** Longest caller name that is shown, in characters; a longer name would push the address off the screen. */
const LONGEST = 60;

/** Whether a name looks like an address or a number, even with full-width or invisible characters. */
const readsAsAddress = (name: string): boolean =>
  /@|^(?:sips?|tel):|^\+?[\d\s().\-/*#]+$/i.test(
    name
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .trim(),
  );

/**
 * The display name of From as it may be shown for the caller: shortened to 60 characters, or undefined if it
 * looks like an address or a number. Callers can write any text there (RFC 3261 §8.1.1.3), but the only
 * visible address must be the authenticated one.
 */
export function claimedName(displayName: string | undefined): string | undefined {
  if (!displayName || readsAsAddress(displayName)) return undefined;
  const characters = Array.from(displayName);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : displayName;
}

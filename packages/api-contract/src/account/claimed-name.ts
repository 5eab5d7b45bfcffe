/** Longest caller name that is shown, in characters; a longer name would push the address off the screen. */
const LONGEST = 60;

/** Whether a name looks like an address or a number; NFKC makes full-width characters comparable. */
const readsAsAddress = (name: string): boolean =>
  /@|^(?:sips?|tel):|^\+?[\d\s().\-/*#]+$/i.test(
    name
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .trim(),
  );

/**
 * The display name of From, if it may be shown as the caller's name. Callers can write any text there (RFC
 * 3261 §8.1.1.3): a name that looks like an address is not shown, so that the only visible address is the
 * authenticated one.
 */
export function claimedName(displayName: string | undefined): string | undefined {
  if (!displayName || readsAsAddress(displayName)) return undefined;
  const characters = Array.from(displayName);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : displayName;
}

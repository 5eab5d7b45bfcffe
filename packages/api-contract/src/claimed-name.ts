/** Longest name of a caller that is shown, in characters; what is longer would push the address off the screen. */
const LONGEST = 60;

/** Reads as somebody's address or number, whatever width its letters have. */
const readsAsAddress = (name: string): boolean =>
  /@|^(?:sips?|tel):|^\+?[\d\s().\-/*#]+$/i.test(
    name
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .trim(),
  );

/**
 * The display name of From as far as it may stand for the caller. Anybody can write anything there (RFC 3261 §8.1.1.3):
 * a name that pretends to be an address is none, because the address that has been proved must be the only one in sight.
 */
export function claimedName(displayName: string | undefined): string | undefined {
  if (!displayName || readsAsAddress(displayName)) return undefined;
  const characters = Array.from(displayName);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : displayName;
}

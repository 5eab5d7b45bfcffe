import type { KioskTokens } from '../crypto/kiosk-tokens.ts';
import type { KioskLinkRow } from '../storage/console/listings.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

/** Whether an account, a service or an entry of the directory has the address. */
export async function isKnownAddress(
  address: string,
  { accounts, listedAddresses }: Pick<Repositories, 'accounts' | 'listedAddresses'>,
): Promise<boolean> {
  if ((await accounts.findByAddress(address)) !== undefined) return true;
  const at = address.lastIndexOf('@');
  return listedAddresses.has(address.slice(0, at), address.slice(at + 1));
}

/** The page that a token opens. */
export const kioskAddress = (publicUrl: string, token: string): string =>
  `${publicUrl}/oneclickcall?token=${token}`;

const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);

/** The token of a stored link: the same each time. */
export const tokenOfLink = (
  { id, to, username, ivr, ref, madeAt, expiresAt }: KioskLinkRow,
  kioskTokens: KioskTokens,
): Promise<string> =>
  kioskTokens.mint(
    { id, to, username, ivr: orNothing(ivr), ref: orNothing(ref) },
    expiresAt - madeAt,
    madeAt,
  );

/**
 * Ends every signed link, also those that are not stored, and the sessions as persons that they opened.
 * @returns how many stored links worked, and the accounts whose sessions were ended
 */
export async function endAllLinks(
  { kioskLinks, sessions }: Pick<Repositories, 'kioskLinks' | 'sessions'>,
  kioskTokens: Pick<KioskTokens, 'renew'>,
  now: number,
): Promise<{ readonly links: number; readonly accounts: readonly string[] }> {
  // The secret first: if the server stops before the rows are removed, the links that are still listed do not work.
  await kioskTokens.renew();
  return { links: await kioskLinks.removeAll(now), accounts: await sessions.endOfLinks() };
}

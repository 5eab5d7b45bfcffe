/** The longest address that a link may carry; longer ones are no address of a person. */
const MAX_LENGTH = 255;

/** Characters that are not seen, or that change how others are seen, such as those that turn the direction. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * The address of a link to `/call/<address>`, for the field of the dial page; undefined if the link has none
 * that can be shown. The link may carry a whole `sip:` or `tel:` address, as browsers pass it on; its
 * parameters and header fields are left out, because a link decides nothing but who is called.
 * @param path the path of the page below the folder of the product
 */
export function addressOfCallLink(path: string): string | undefined {
  const [, rest] = /^\/call\/(.+)$/s.exec(path) ?? [];
  const address = (rest === undefined ? undefined : decoded(rest))
    ?.replaceAll(unseen, '')
    .trim()
    .replace(/^(?:sips?|tel):(?:\/\/)?/i, '')
    .replace(/[;?#].*$/s, '')
    .trim();
  return address === undefined || address === '' || address.length > MAX_LENGTH ? undefined : address;
}

/**
 * That address, if it can be shown before the login. Anyone can make a link, and what has a space may be a message that
 * only looks like one of this page.
 */
export function plainAddressOf(path: string): string | undefined {
  const address = addressOfCallLink(path);
  return address !== undefined && /^\S{1,100}$/.test(address) ? address : undefined;
}

/** The link that opens the dial page with `address` filled in. `page` is the address of the product. */
export const callLinkTo = (address: string, page: string): string =>
  `${page}/call/${encodeURIComponent(address).replaceAll('%40', '@')}`;

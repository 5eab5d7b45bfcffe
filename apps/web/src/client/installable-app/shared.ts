/** What another app has shared with this one (W3C Web Share Target). */
export type Shared = {
  /** The address or number that can be called; undefined if there is none. */
  readonly address: string | undefined;
  /** All that was shared, as one text; '' = nothing. */
  readonly text: string;
};

/** Spaces, and characters that are not seen or that change how others are seen. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

const MAX_LENGTH = 2000;
const MAX_ADDRESS_LENGTH = 255;
/** The fewest digits of a number that is called, such as 112, and the most (E.164). */
const MIN_DIGITS = 3;
const MAX_DIGITS = 15;

const withoutSigns = (text: string): string => text.replace(/[.,;:!?)\]}>"'’”]+$/, '');

/** The address in a link to `/call/<address>` of this product. */
function addressInCallLink(text: string, product: string): string | undefined {
  const start = text.indexOf(`${product}/call/`);
  const [, address] =
    start < 0 ? [] : (/^([^\s?#]+)/.exec(text.slice(start + `${product}/call/`.length)) ?? []);
  try {
    return address === undefined ? undefined : decodeURIComponent(withoutSigns(address));
  } catch {
    return undefined;
  }
}

function addressInUri(text: string): string | undefined {
  const [, address] = /(?:^|[\s<("'])(?:sips?|tel):(?:\/\/)?([^\s;?#<>"]+)/i.exec(text) ?? [];
  try {
    return address === undefined ? undefined : decodeURIComponent(withoutSigns(address));
  } catch {
    return undefined;
  }
}

/** A number with at least three digits, without the signs that make it readable. */
function numberIn(text: string): string | undefined {
  // The digits of a link are not a number to call.
  const words = text.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, ' ');
  for (const [found] of words.matchAll(/(?<![\p{L}\p{N}_@.-])\+?\(?\p{Nd}[\p{Nd}\s()./-]*(?![\p{L}_@])/gu)) {
    const digits = found.match(/\p{Nd}/gu)?.length ?? 0;
    if (digits >= MIN_DIGITS && digits <= MAX_DIGITS) return found.replaceAll(/[^\p{Nd}+]/gu, '');
  }
  return undefined;
}

const addressOnly = (text: string): string | undefined =>
  /(?:^|\s)([^\s@<>"/:]+@[a-z0-9.-]+\.[a-z0-9-]+|[^\s@<>"/:]+@\[?[\da-f.:]+\]?)/i.exec(text)?.[1];

/**
 * What can be done with something shared. It only fills in a field: nothing is called without a press of the user.
 * @param search the query of the page's address, with `title`, `text` and `url`
 * @param product address of the product, without a slash at its end
 */
export function sharedIn(search: string, product: string): Shared {
  const query = new URLSearchParams(search);
  const parts = ['title', 'text', 'url']
    .map((name) => (query.get(name) ?? '').replaceAll(unseen, ' ').trim().slice(0, MAX_LENGTH))
    .filter((part) => part !== '');
  // Many apps put the link into the text as well.
  const text = parts
    .filter(
      (part, index) =>
        !parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index)),
    )
    .join('\n')
    .slice(0, MAX_LENGTH);
  const address =
    addressInCallLink(text, product) ??
    addressInUri(text) ??
    addressOnly(withoutSigns(text)) ??
    numberIn(text);
  const isUsable = address !== undefined && address !== '' && address.length <= MAX_ADDRESS_LENGTH;
  return { text, address: isUsable ? withoutSigns(address) : undefined };
}

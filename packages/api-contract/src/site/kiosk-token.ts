/** The call that a one-click link requests (KIOSK-05, KIOSK-06). */
export type KioskCall = {
  /** The number or address to call. */
  readonly to: string;
  readonly username: string | undefined;
  /** Only an unsigned link of the form `t=…&p=…` can contain a password. */
  readonly password: string | undefined;
  /** Tones to send once the call is answered, groups separated by commas. */
  readonly ivr: string | undefined;
  /** Opaque reference of the visitor. */
  readonly ref: string | undefined;
};

export type KioskTokenResult =
  /** `isSigned`: the token has a signature; only the server can check the signature and the expiry date. */
  | { readonly kind: 'readable'; readonly isSigned: boolean; readonly call: KioskCall }
  | { readonly kind: 'missingTarget' }
  | { readonly kind: 'unreadable' };

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BITS_PER_DIGIT = 6;
const BITS_PER_BYTE = 8;

/**
 * `encoded` without the `=` at its end. A loop, because the pattern `=+$` takes quadratic time on a long run
 * of `=`.
 */
function withoutPadding(encoded: string): string {
  let end = encoded.length;
  while (encoded[end - 1] === '=') end -= 1;
  return encoded.slice(0, end);
}

/**
 * Decodes base64 or base64url, padded or not. Undefined if `encoded` is neither, or its bytes are not UTF-8.
 */
function decodeBase64(encoded: string): string | undefined {
  const digits = withoutPadding(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  if (digits === '' || !/^[A-Za-z0-9+/]+$/.test(digits)) return undefined;
  let bits = 0;
  let count = 0;
  let escaped = '';
  for (const digit of digits) {
    bits = ((bits << BITS_PER_DIGIT) | ALPHABET.indexOf(digit)) & 0xffff;
    count += BITS_PER_DIGIT;
    if (count < BITS_PER_BYTE) continue;
    count -= BITS_PER_BYTE;
    escaped += `%${((bits >> count) & 0xff).toString(16).padStart(2, '0')}`;
  }
  return decodePercent(escaped);
}

function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function parseQuery(query: string): ReadonlyMap<string, string> | undefined {
  const entries = new Map<string, string>();
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    if (at < 0) continue;
    const value = decodePercent(pair.slice(at + 1).replaceAll('+', ' '));
    if (value === undefined) return undefined;
    entries.set(pair.slice(0, at), value);
  }
  return entries.size === 0 ? undefined : entries;
}

function parseObject(json: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const given = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
};

function resultOf(isSigned: boolean, to: unknown, rest: Omit<KioskCall, 'to'>): KioskTokenResult {
  const target = given(to)?.trim();
  return target === undefined
    ? { kind: 'missingTarget' }
    : { kind: 'readable', isSigned, call: { to: target, ...rest } };
}

/** Reads the claims of a signed token, or an unsigned JSON object with the same keys (KIOSK-05). */
function readClaims(isSigned: boolean, json: string): KioskTokenResult {
  const claims = parseObject(json);
  if (claims === undefined) return { kind: 'unreadable' };
  const of = (name: string): string | undefined =>
    given(Object.getOwnPropertyDescriptor(claims, name)?.value);
  return resultOf(isSigned, of('to'), {
    username: of('username'),
    password: undefined,
    ivr: of('ivr'),
    ref: of('ref'),
  });
}

/**
 * Parses the `token` of a one-click link. Three parts joined by dots are a signed token; any other
 * text is base64 of `t=…&u=…&p=…&i=…&r=…` or of a JSON object. The signature is not checked here.
 */
export function readKioskToken(token: string): KioskTokenResult {
  const parts = token.trim().split('.');
  const [, payload = ''] = parts;
  const isSigned = parts.length === 3;
  const text = decodeBase64(isSigned ? payload : token.trim());
  if (text === undefined) return { kind: 'unreadable' };
  if (isSigned || text.startsWith('{')) return readClaims(isSigned, text);
  const entries = parseQuery(text);
  if (entries === undefined) return { kind: 'unreadable' };
  return resultOf(false, entries.get('t'), {
    username: given(entries.get('u')),
    password: given(entries.get('p')),
    ivr: given(entries.get('i')),
    ref: given(entries.get('r')),
  });
}

import { isToken, quote, splitOutside, unquote } from '../grammar.ts';

export type HashAlgorithm = 'MD5' | 'SHA-256';

/**
 * Returns the hexadecimal digest of the UTF-8 bytes of `text`. The caller provides it: this package has no
 * crypto.
 */
export type Hash = (algorithm: HashAlgorithm, text: string) => string;

/**
 * A digest challenge with qop=auth, the only kind that this project sends and answers (RFC 3261 §22.4, RFC
 * 8760).
 */
export type Challenge = {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: HashAlgorithm;
  readonly isStale: boolean;
};

export type Credentials = {
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  readonly algorithm: HashAlgorithm;
  readonly cnonce: string;
  /** Eight hexadecimal digits. */
  readonly nonceCount: string;
};

/** The fields of a digest challenge or of digest credentials by lower-case name; undefined for another scheme. */
export function digestFields(value: string): Map<string, string> | undefined {
  const [, rest] = /^Digest\s+(.*)$/is.exec(value.trim()) ?? [];
  const fields = new Map<string, string>();
  for (const part of (rest === undefined ? undefined : splitOutside(rest, ',')) ?? []) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (!isToken(name)) return undefined;
    fields.set(name, unquote(part.slice(equals + 1).trim()));
  }
  return fields.size === 0 ? undefined : fields;
}

function algorithmOf(value: string | undefined): HashAlgorithm | undefined {
  const name = (value ?? 'MD5').toUpperCase();
  return name === 'MD5' || name === 'SHA-256' ? name : undefined;
}

/**
 * Parses a challenge; undefined if realm or nonce is missing, if it is of another scheme or algorithm, or if
 * it does not offer qop=auth.
 */
export function parseChallenge(value: string): Challenge | undefined {
  const fields = digestFields(value);
  const algorithm = algorithmOf(fields?.get('algorithm'));
  const realm = fields?.get('realm');
  const nonce = fields?.get('nonce');
  const offersAuth = (fields?.get('qop') ?? '').split(',').some((qop) => qop.trim().toLowerCase() === 'auth');
  if (algorithm === undefined || realm === undefined || nonce === undefined || !offersAuth) return undefined;
  return {
    realm,
    nonce,
    opaque: fields?.get('opaque'),
    algorithm,
    isStale: fields?.get('stale')?.toLowerCase() === 'true',
  };
}

/**
 * Parses credentials; undefined if a field is missing, or if they are of another scheme, algorithm or qop.
 */
export function parseCredentials(value: string): Credentials | undefined {
  const fields = digestFields(value);
  const algorithm = algorithmOf(fields?.get('algorithm'));
  if (fields === undefined || algorithm === undefined || fields.get('qop')?.toLowerCase() !== 'auth')
    return undefined;
  const names = ['username', 'realm', 'nonce', 'uri', 'response', 'cnonce', 'nc'] as const;
  const [username, realm, nonce, uri, response, cnonce, nonceCount] = names.map((name) => fields.get(name));
  const isWhole =
    username !== undefined &&
    realm !== undefined &&
    nonce !== undefined &&
    uri !== undefined &&
    response !== undefined;
  if (!isWhole || cnonce === undefined || nonceCount === undefined || !/^[0-9a-f]{8}$/i.test(nonceCount))
    return undefined;
  return { username, realm, nonce, uri, response, algorithm, cnonce, nonceCount };
}

export function writeChallenge({ realm, nonce, opaque, algorithm, isStale }: Challenge): string {
  const fields = [`realm=${quote(realm)}`, `nonce=${quote(nonce)}`, `algorithm=${algorithm}`, 'qop="auth"'];
  if (opaque !== undefined) fields.push(`opaque=${quote(opaque)}`);
  if (isStale) fields.push('stale=true');
  return `Digest ${fields.join(', ')}`;
}

export function writeCredentials(credentials: Credentials, opaque: string | undefined): string {
  const { username, realm, nonce, uri, response, algorithm, cnonce, nonceCount } = credentials;
  const fields = [
    `username=${quote(username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    `cnonce=${quote(cnonce)}`,
    'qop=auth',
    `nc=${nonceCount}`,
  ];
  if (opaque !== undefined) fields.push(`opaque=${quote(opaque)}`);
  return `Digest ${fields.join(', ')}`;
}

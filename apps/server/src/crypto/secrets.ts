import { createHash, createHmac, randomBytes } from 'node:crypto';

/** An unguessable opaque value: 128 bits, safe in URLs and SIP headers. */
export const createSecret = (): string => randomBytes(16).toString('base64url');

/** A value for SIP tags, branches and Call-IDs: 72 bits, where RFC 3261 §19.3 asks for 32. */
export const createToken = (): string => randomBytes(9).toString('base64url');

/** Creates a function that signs texts with a new random key, which no other process knows. */
export function createSigner(): (text: string) => string {
  const key = randomBytes(32);
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

/** The stored form of a bearer token. A fast hash is sufficient, because the token itself is random. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

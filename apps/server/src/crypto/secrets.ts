import { createHash, createHmac, createSecretKey, randomBytes, randomFillSync } from 'node:crypto';

/** An unguessable opaque value: 128 bits, safe in URLs and SIP headers. */
export const createSecret = (): string => randomBytes(16).toString('base64url');

/** A value for SIP tags, branches and Call-IDs: 72 bits, where RFC 3261 §19.3 asks for 32. */
export function createToken(): string {
  if (drawn + TOKEN_BYTES > pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  const token = pool.toString('base64url', drawn, drawn + TOKEN_BYTES);
  pool.fill(0, drawn, drawn + TOKEN_BYTES);
  drawn += TOKEN_BYTES;
  return token;
}

const TOKEN_BYTES = 9;
/** Random bytes for tokens; drawing them one by one would cost more than all else that a token needs. */
const pool = Buffer.alloc(TOKEN_BYTES * 400);
let drawn = pool.length;

/** Creates a function that signs texts with a new random key, which no other process knows. */
export function createSigner(): (text: string) => string {
  const key = createSecretKey(randomBytes(32));
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

/** The stored form of a bearer token. A fast hash is sufficient, because the token itself is random. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

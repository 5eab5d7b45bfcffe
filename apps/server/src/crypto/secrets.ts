import { createHash, randomBytes } from 'node:crypto';

/** An unguessable opaque value: 128 bits, safe in URLs and SIP headers. */
export const createSecret = (): string => randomBytes(16).toString('base64url');

/** The stored form of a bearer token. A fast hash is sufficient, because the token itself is random. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

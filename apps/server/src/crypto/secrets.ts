import { createHash, randomBytes } from 'node:crypto';

/** An opaque value nobody can guess: 128 bits, safe in URLs and SIP headers. */
export const createSecret = (): string => randomBytes(16).toString('base64url');

/** What is stored in place of a bearer token. A fast hash is right: the token itself is random. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

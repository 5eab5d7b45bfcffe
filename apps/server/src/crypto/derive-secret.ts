import { hkdfSync } from 'node:crypto';

/** A secret for one purpose, derived from another one (HKDF, RFC 5869). */
export const deriveSecret = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));

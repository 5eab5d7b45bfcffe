import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Secrets that the database has only encrypted or hashed, with a key that it does not have. */
export type SealedSecrets = {
  /** @param owner id of the account; the secret can be opened for no other */
  seal(secret: Uint8Array, owner: string): string;
  /** The secret; undefined if it was sealed with another key or for another owner, or is damaged. */
  open(sealed: string, owner: string): Uint8Array | undefined;
  /** A hash that nothing can be compared with without the key. */
  hash(text: string, owner: string): string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** @param key at least 32 bytes */
export function createSealedSecrets(key: Uint8Array): SealedSecrets {
  const keyFor = (use: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', use, 32));
  const sealing = keyFor('samtal seal');
  const hashing = keyFor('samtal hash');
  return {
    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealing, nonce).setAAD(Buffer.from(owner));
      const content = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url');
      const content = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(CIPHER, sealing, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(content), decipher.final()]);
      } catch {
        return undefined;
      }
    },
    hash: (text, owner) => createHmac('sha256', hashing).update(`${owner} ${text}`).digest('base64url'),
  };
}

import { createECDH } from 'node:crypto';
import { readOrCreateSecret, unfit } from '../storage/secret-file.ts';

/** The key pair by which push services recognise this server (RFC 8292), as base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

const FILE = 'vapid.key';
const LOSS = 'devices subscribe anew when their pages are opened';

/** A private key on P-256 has this many bytes. */
const PRIVATE_BYTES = 32;

/**
 * Reads the key pair from the data folder, or makes it once: subscriptions are bound to it, and end when it
 * changes.
 */
export function openVapidKeys(dataDir: string): VapidKeys {
  const secret = readOrCreateSecret(dataDir, FILE, LOSS).subarray(0, PRIVATE_BYTES);
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(secret);
  } catch {
    // Zero, or beyond the order of the curve: a file that was overwritten.
    throw unfit(dataDir, FILE, LOSS);
  }
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: Buffer.from(secret).toString('base64url'),
  };
}

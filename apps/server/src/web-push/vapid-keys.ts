import { createECDH } from 'node:crypto';
import type { SecretKind } from '../storage/secret-file.ts';

/** The key pair by which push services recognise this server (RFC 8292), as base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

/** A private key on P-256 has this many bytes. */
const PRIVATE_BYTES = 32;

const privateKeyOf = (secret: Uint8Array): Uint8Array => secret.subarray(0, PRIVATE_BYTES);

/** Zero, or a number beyond the order of the curve, is no private key: the file was overwritten. */
function isPrivateKey(secret: Uint8Array): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(privateKeyOf(secret));
    return true;
  } catch {
    return false;
  }
}

/** Made once: subscriptions are bound to it, and end when it changes. */
export const VAPID_SECRET: SecretKind = {
  name: 'vapid.key',
  loss: 'devices subscribe anew when their pages are opened',
  isFit: isPrivateKey,
  isNeeded: false,
};

/** @param secret of the kind `VAPID_SECRET` */
export function vapidKeysOf(secret: Uint8Array): VapidKeys {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKeyOf(secret));
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: Buffer.from(privateKeyOf(secret)).toString('base64url'),
  };
}

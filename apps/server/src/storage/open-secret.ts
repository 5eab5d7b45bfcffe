import { join } from 'node:path';
import type { KioskSecret } from '../crypto/kiosk-tokens.ts';
import type { SecretRepository } from './repositories/repositories.ts';
import {
  createSecretText,
  KIOSK_SECRET,
  readOrCreateSecret,
  readSecretFile,
  replaceSecretFile,
  type SecretKind,
  secretOf,
  unfit,
} from './secret-file.ts';

export type SecretPlace = {
  readonly dataDir: string;
  readonly secrets: SecretRepository;
  /** Whether several server processes have the same secret. */
  readonly isShared: boolean;
};

/** The secret of the data folder, or a new one. */
function firstText(kind: SecretKind, dataDir: string): string {
  const text = readSecretFile(dataDir, kind);
  if (text === undefined) return createSecretText();
  if (secretOf(text, kind) === undefined) throw unfit(join(dataDir, kind.name), kind);
  return text.trim();
}

/**
 * Opens a secret of the server: a file of the data folder, or, if several server processes have it or have had it, a row
 * in their database. The first of them puts the secret of its data folder there, so that nothing becomes invalid.
 */
export async function openSecret(
  kind: SecretKind,
  { dataDir, secrets, isShared }: SecretPlace,
): Promise<Uint8Array> {
  const known = await secrets.find(kind.name);
  if (known === undefined && !isShared) return readOrCreateSecret(dataDir, kind);
  const text = known ?? (await secrets.findOrAdd(kind.name, firstText(kind, dataDir)));
  const secret = secretOf(text, kind);
  if (secret === undefined) throw unfit(`The row ${kind.name} of the table server_secret`, kind);
  return secret;
}

/** Replaces a secret by a new one, in the database or in the file, wherever `openSecret` reads it. */
export async function renewSecret(
  kind: SecretKind,
  { dataDir, secrets, isShared }: SecretPlace,
): Promise<void> {
  const isInDatabase = isShared || (await secrets.find(kind.name)) !== undefined;
  if (isInDatabase) await secrets.replace(kind.name, createSecretText());
  else replaceSecretFile(dataDir, kind);
}

/** The secret of one-click links, which `end-links` renews while the server runs. */
export const kioskSecretAt = (place: SecretPlace): KioskSecret => ({
  read: () => openSecret(KIOSK_SECRET, place),
  renew: () => renewSecret(KIOSK_SECRET, place),
});

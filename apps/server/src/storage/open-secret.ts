import { join } from 'node:path';
import type { SecretRepository } from './repositories/repositories.ts';
import {
  createSecretText,
  readOrCreateSecret,
  readSecretFile,
  type SecretKind,
  secretOf,
  unfit,
} from './secret-file.ts';

type Place = {
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
  { dataDir, secrets, isShared }: Place,
): Promise<Uint8Array> {
  const known = await secrets.find(kind.name);
  if (known === undefined && !isShared) return readOrCreateSecret(dataDir, kind);
  const text = known ?? (await secrets.findOrAdd(kind.name, firstText(kind, dataDir)));
  const secret = secretOf(text, kind);
  if (secret === undefined) throw unfit(`The row ${kind.name} of the table server_secret`, kind);
  return secret;
}

import type { Config } from '../../config/config.ts';
import { deriveSecret } from '../../crypto/derive-secret.ts';
import type { KioskSecret } from '../../crypto/kiosk-tokens.ts';
import type { EventLog } from '../../domain/event-log.ts';
import { checkMissingSecrets } from '../../storage/missing-secrets.ts';
import { kioskSecretAt, openSecret } from '../../storage/open-secret.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';
import { DEVICE_SECRET, KIOSK_SECRET, SECOND_FACTOR_SECRET } from '../../storage/secret-file.ts';
import { VAPID_SECRET } from '../../web-push/vapid-keys.ts';

export type Secrets = {
  readonly kiosk: KioskSecret;
  readonly device: Uint8Array;
  readonly vapid: Uint8Array;
  /** Encrypts and hashes what the second step of log-ins needs. */
  readonly secondFactor: Uint8Array;
  /** Signs the tasks of the captcha. */
  readonly captcha: Uint8Array;
  /** Seals what has begun of a log-in at the provider. */
  readonly signIn: Uint8Array;
};

/**
 * Opens the secrets of the server.
 * @param memory names the memory of what is valid once: without it, signatures from before would be valid again
 */
export async function openSecrets(
  { dataDir, serverProcesses }: Pick<Config, 'dataDir' | 'serverProcesses'>,
  { secrets }: Pick<Repositories, 'secrets'>,
  memory: string,
  log: Pick<EventLog, 'warn'>,
): Promise<Secrets> {
  const place = { dataDir, secrets, isShared: serverProcesses === 'several' };
  const kinds = [KIOSK_SECRET, DEVICE_SECRET, VAPID_SECRET, SECOND_FACTOR_SECRET];
  await checkMissingSecrets(kinds, { place, now: Date.now(), log });
  const kiosk = kioskSecretAt(place);
  // A secret that cannot be used stops the start.
  await kiosk.read();
  const [device, vapid, secondFactor] = [
    await openSecret(DEVICE_SECRET, place),
    await openSecret(VAPID_SECRET, place),
    await openSecret(SECOND_FACTOR_SECRET, place),
  ];
  return {
    kiosk,
    device,
    vapid,
    secondFactor,
    captcha: deriveSecret(device, `captcha ${memory}`),
    signIn: deriveSecret(device, `sign-in ${memory}`),
  };
}

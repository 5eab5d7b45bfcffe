import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LogEvent } from '../domain/event-log.ts';
import { checkMissingSecrets } from './missing-secrets.ts';
import { DEVICE_SECRET, KIOSK_SECRET, readOrCreateSecret, SECOND_FACTOR_SECRET } from './secret-file.ts';
import { onEachOpenStorage, place, storage } from './testing/open-storage.ts';

const KINDS = [KIOSK_SECRET, DEVICE_SECRET, SECOND_FACTOR_SECRET];
const LINK = { name: '', to: 'alice', ivr: '', ref: '', madeBy: '', organisationId: 1, accountId: undefined };

/** Names of the keys that are missed. */
async function missed(): Promise<unknown> {
  const events: LogEvent[] = [];
  const { secrets } = storage.repositories;
  await checkMissingSecrets(KINDS, {
    place: { dataDir: place.dataDir, secrets },
    now: 1000,
    log: { warn: (event) => void events.push(event) },
  });
  return events.map((event) => [event['file'], event['uses']]);
}

async function addPerson() {
  const account = await storage.repositories.accounts.add({
    kind: 'person',
    username: 'alice',
    passwordHash: undefined,
    sipPassword: undefined,
    organisationId: 1,
    status: 'active',
    addresses: [],
    properties: [],
  });
  return account?.id ?? expect.fail();
}

onEachOpenStorage(() => {
  test('D112 a missing key is named when the database has what needs it, and only then', async () => {
    expect(await missed()).toEqual([]);
    const id = await addPerson();
    expect(await missed()).toEqual([]);
    await storage.repositories.accounts.noteLogin(id, 1);
    for (const expiresAt of [900, 2000])
      await storage.repositories.kioskLinks.add({ ...LINK, madeAt: 1, expiresAt }, 10);
    expect(await missed()).toEqual([
      ['kiosk.key', 1],
      ['device.key', 1],
    ]);
    readOrCreateSecret(place.dataDir, KIOSK_SECRET);
    await storage.repositories.secrets.findOrAdd('device.key', 'in the database');
    expect(await missed()).toEqual([]);
  });

  test('D100 the server does not start without the key of authenticator apps and recovery codes', async () => {
    const id = await addPerson();
    const app = { sealedSecret: 'sealed', step: 1, addedAt: 1 };
    await storage.repositories.secondFactors.setApp(id, app, { hashes: ['a', 'b'], hasStep: false });
    await expect(missed()).rejects.toThrow(
      /data\/second-factor\.key is missing, and 1 account needs it\. Put back the file .* openssl rand -base64 32/,
    );
    readOrCreateSecret(place.dataDir, SECOND_FACTOR_SECRET);
    expect(await missed()).toEqual([]);
    rmSync(join(place.dataDir, 'second-factor.key'));
    await storage.repositories.secondFactors.remove(id, 'all');
    expect(await missed()).toEqual([]);
  });
});

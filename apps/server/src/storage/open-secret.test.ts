import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kioskSecretAt, openSecret } from './open-secret.ts';
import { KIOSK_SECRET, readOrCreateSecret } from './secret-file.ts';
import { onEachOpenStorage, place, storage } from './testing/open-storage.ts';

const open = (isShared: boolean, dataDir = place.dataDir) =>
  openSecret(KIOSK_SECRET, { dataDir, secrets: storage.repositories.secrets, isShared });

onEachOpenStorage(() => {
  test('D105 the first of several processes gives the others the secret of its data folder', async () => {
    const own = readOrCreateSecret(place.dataDir, KIOSK_SECRET);
    expect(await open(true)).toEqual(own);
    expect(await open(true, `${place.dataDir}-of-another`)).toEqual(own);
  });

  test('D105 without a secret in the data folder they make one, also when both start in the same moment', async () => {
    const [one, two] = await Promise.all([open(true), open(true, `${place.dataDir}-of-another`)]);
    expect(one).toEqual(two);
    expect(one).toHaveLength(32);
    // A server that runs alone again goes on with it.
    expect(await open(false)).toEqual(one);
  });

  test('D105 a server that runs alone has its secret in its data folder', async () => {
    expect(await open(false)).toEqual(readOrCreateSecret(place.dataDir, KIOSK_SECRET));
    expect(await storage.repositories.secrets.find(KIOSK_SECRET.name)).toBeUndefined();
  });

  test('D105 a secret that cannot be used is named with its place, and is not given to others', async () => {
    writeFileSync(join(place.dataDir, 'kiosk.key'), 'short');
    await expect(open(true)).rejects.toThrow(/data\/kiosk\.key holds no secret of 32 bytes\. Remove it/);
    await storage.repositories.secrets.findOrAdd('kiosk.key', 'short');
    await expect(open(true)).rejects.toThrow(
      /^The row kiosk\.key of the table server_secret holds no secret/,
    );
  });

  test('D112 a new secret is what every process reads next, in the data folder or in the database', async () => {
    for (const isShared of [false, true]) {
      const at = { dataDir: place.dataDir, secrets: storage.repositories.secrets, isShared };
      const [here, there] = [kioskSecretAt(at), kioskSecretAt(at)];
      const before = await here.read();
      await there.renew();
      const after = await here.read();
      expect(after).toHaveLength(32);
      expect(after).not.toEqual(before);
      expect(await there.read()).toEqual(after);
    }
    expect(statSync(join(place.dataDir, 'kiosk.key')).mode & 0o777).toBe(0o600);
  });
});

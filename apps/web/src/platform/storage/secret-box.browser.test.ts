import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox(window);

/** The browser's memory of keys, as another script of this origin would find it. */
function keptKeys(): Promise<unknown[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('samtal', 1);
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('keys').objectStore('keys').getAll();
      reading.addEventListener('success', () => resolve(reading.result));
    });
  });
}

test('D21 LOGIN-11 what was sealed is opened again, after a restart too, and reads as nothing before', async () => {
  const sealed = (await box.seal('pässword 1')) ?? expect.fail('nothing was sealed');
  expect(atob(sealed)).not.toContain('ssword');
  expect(await createSecretBox(window).open(sealed)).toEqual({
    ok: true,
    secret: 'pässword 1',
  });
});

test('D21 the key can be used and not taken away', async () => {
  await box.seal('x');
  const [key] = await keptKeys();
  const used = key instanceof CryptoKey ? key : expect.fail('no key');
  expect(used.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', used)).rejects.toThrow();
});

test('the same secret is sealed differently each time', async () => {
  expect(await box.seal('again')).not.toBe(await box.seal('again'));
});

test.each(['', 'plain text', 'AAAA', btoa('x'.repeat(40))])(
  'D21 what this browser has not sealed cannot be opened: %j',
  async (sealed) => {
    expect(await box.open(sealed)).toEqual({ ok: false, isForGood: true });
  },
);

const forbidden = {
  get indexedDB(): IDBFactory {
    throw new DOMException('forbidden', 'SecurityError');
  },
  crypto,
};
test('D21 LOGIN-11 where IndexedDB does not work nothing is sealed, and nothing opened for now', async () => {
  const sealed = (await box.seal('secret')) ?? '';
  const broken = createSecretBox(forbidden);
  expect([await broken.seal('secret'), await broken.open(sealed)]).toEqual([
    undefined,
    { ok: false, isForGood: false },
  ]);
});

test('D21 without a secure context there is no cryptography, and nothing is sealed', async () => {
  const insecure = new Proxy(crypto, { get: () => undefined });
  expect(await createSecretBox({ indexedDB, crypto: insecure }).seal('secret')).toBeUndefined();
});

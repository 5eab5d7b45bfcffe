import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox(window);

/** The browser’s stored keys, as another script of this origin would find them. */
function keptKeys(): Promise<unknown[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('samtal', 1);
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('keys').objectStore('keys').getAll();
      reading.addEventListener('success', () => resolve(reading.result));
    });
  });
}

test('D21 LOGIN-11 an encrypted secret is unreadable, and decrypted again after a restart', async () => {
  const sealed = (await box.seal('pässword 1')) ?? expect.fail('nothing was sealed');
  expect(atob(sealed)).not.toContain('ssword');
  expect(await createSecretBox(window).open(sealed)).toEqual({
    ok: true,
    secret: 'pässword 1',
  });
});

test('D21 the key can be used but not exported', async () => {
  await box.seal('x');
  const [key] = await keptKeys();
  const used = key instanceof CryptoKey ? key : expect.fail('no key');
  expect(used.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', used)).rejects.toThrow();
});

test('the same secret is encrypted differently each time', async () => {
  expect(await box.seal('again')).not.toBe(await box.seal('again'));
});

test.each(['', 'plain text', 'AAAA', btoa('x'.repeat(40))])(
  'D21 a text that this browser has not encrypted cannot be decrypted: %j',
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
test('D21 LOGIN-11 if IndexedDB fails nothing is encrypted, or decrypted for now', async () => {
  const sealed = (await box.seal('secret')) ?? '';
  const broken = createSecretBox(forbidden);
  expect([await broken.seal('secret'), await broken.open(sealed)]).toEqual([
    undefined,
    { ok: false, isForGood: false },
  ]);
});

test('D21 without a secure context there is no cryptography, and nothing is encrypted', async () => {
  const insecure = new Proxy(crypto, { get: () => undefined });
  expect(await createSecretBox({ indexedDB, crypto: insecure }).seal('secret')).toBeUndefined();
});

import type { Opened, SecretBox } from '../../client/store/secret-box.ts';
import { createIndexedTable } from './indexed-table.ts';

const keyName = 'autoLogin';
const ivBytes = 12;

const algorithm = { name: 'AES-GCM', length: 256 } as const;

type Browser = Pick<typeof globalThis, 'indexedDB' | 'crypto'>;

/** This browser's key; if there is none and `mayCreate`, a new one. Scripts can use but never read it. */
async function keyFrom(browser: Browser, mayCreate: boolean): Promise<CryptoKey | undefined> {
  const keys = createIndexedTable(browser, 'samtal', 'keys');
  const kept: unknown = await keys.access('readonly', (rows) => rows.get(keyName));
  if (kept instanceof CryptoKey) return kept;
  if (!mayCreate) return undefined;
  const made = await browser.crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']);
  await keys.access('readwrite', (rows) => rows.put(made, keyName));
  return made;
}

const lost: Opened = { ok: false, isForGood: true };

const toText = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/**
 * Encrypts secrets with AES-GCM under a key that never leaves this browser (decision D21), so a copy of the
 * local storage is useless. Without a secure context or IndexedDB there is no key, and nothing is encrypted
 * or decrypted.
 */
export function createSecretBox(browser: Browser): SecretBox {
  return {
    async seal(secret) {
      try {
        const key = await keyFrom(browser, true);
        if (key === undefined) return undefined;
        const iv = browser.crypto.getRandomValues(new Uint8Array(ivBytes));
        const clear = new TextEncoder().encode(secret);
        const sealed = await browser.crypto.subtle.encrypt({ name: algorithm.name, iv }, key, clear);
        return toText(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
      } catch {
        return undefined;
      }
    },
    async open(sealed) {
      let key: CryptoKey | undefined;
      try {
        key = await keyFrom(browser, false);
      } catch {
        // IndexedDB fails occasionally, and works again after a restart of the browser.
        return { ok: false, isForGood: false };
      }
      if (key === undefined) return lost;
      try {
        const bytes = toBytes(sealed);
        const iv = bytes.subarray(0, ivBytes);
        const body = bytes.subarray(ivBytes);
        const clear = await browser.crypto.subtle.decrypt({ name: algorithm.name, iv }, key, body);
        return { ok: true, secret: new TextDecoder().decode(clear) };
      } catch {
        return lost;
      }
    },
  };
}

import type { Opened, SecretBox } from '../../client/store/secret-box.ts';

const database = 'samtal';
const table = 'keys';
const keyName = 'autoLogin';
const ivBytes = 12;

const algorithm = { name: 'AES-GCM', length: 256 } as const;

type Browser = Pick<typeof globalThis, 'indexedDB' | 'crypto'>;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });

async function openDatabase(indexedDB: IDBFactory): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table));
  return settled(request);
}

/** This browser's key; if there is none and `mayCreate`, a new one. Scripts can use but never read it. */
async function keyFrom({ indexedDB, crypto }: Browser, mayCreate: boolean): Promise<CryptoKey | undefined> {
  const opened = await openDatabase(indexedDB);
  try {
    const kept: unknown = await settled(opened.transaction(table).objectStore(table).get(keyName));
    if (kept instanceof CryptoKey) return kept;
    if (!mayCreate) return undefined;
    const made = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']);
    await settled(opened.transaction(table, 'readwrite').objectStore(table).put(made, keyName));
    return made;
  } finally {
    opened.close();
  }
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
        const [iv, body] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes)];
        const clear = await browser.crypto.subtle.decrypt({ name: algorithm.name, iv }, key, body);
        return { ok: true, secret: new TextDecoder().decode(clear) };
      } catch {
        return lost;
      }
    },
  };
}

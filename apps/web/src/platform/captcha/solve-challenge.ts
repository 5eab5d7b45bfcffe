import { CAPTCHA_TRIES, type CaptchaChallenge } from '@samtal/api-contract';

const COUNTER_BYTES = 4;
/** A challenge that asks for much more than ours do is not worth the battery of a telephone. */
const MOST_TRIES = 100_000;
/** How often progress is told, in tries. */
const PROGRESS_STEP = 5;

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export type Solution = { readonly counter: number; readonly derivedKey: string };

/**
 * Finds the counter whose derived key starts as the challenge wants it (ALTCHA 2, PBKDF2 with SHA-256).
 * @param onProgress 0 to 1, as far as the tries of our server go
 * @returns undefined = a kind of challenge that is not known here
 */
export async function solveChallenge(
  { parameters }: CaptchaChallenge,
  subtle: SubtleCrypto,
  onProgress: (done: number) => void,
): Promise<Solution | undefined> {
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = parameters;
  if (algorithm !== 'PBKDF2/SHA-256') return undefined;
  const start = bytesOf(nonce);
  const password = new Uint8Array(start.length + COUNTER_BYTES);
  password.set(start);
  const view = new DataView(password.buffer);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost };
  for (let counter = 0; counter < MOST_TRIES; counter++) {
    if (counter % PROGRESS_STEP === 0) onProgress(Math.min(counter / CAPTCHA_TRIES.most, 1));
    view.setUint32(start.length, counter);
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derivedKey = hexOf(await subtle.deriveBits(derivation, key, keyLength * 8));
    if (derivedKey.startsWith(keyPrefix.toLowerCase())) return { counter, derivedKey };
  }
  return undefined;
}

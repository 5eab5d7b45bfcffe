import { CAPTCHA_TRIES, type CaptchaChallenge } from '@samtal/api-contract';

const COUNTER_BYTES = 4;
/**
 * Maximum number of attempts, far more than our server's challenges need; a challenge that needs more than
 * this would drain a phone's battery.
 */
const MOST_TRIES = 100_000;
/** The number of attempts between two progress reports. */
const PROGRESS_STEP = 5;

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export type Solution = { readonly counter: number; readonly derivedKey: string };

/**
 * Finds the counter whose derived key has the challenge's prefix (ALTCHA 2, PBKDF2 with SHA-256).
 * @param onProgress 0 to 1, relative to the maximum number of attempts for our server's challenges
 * @returns undefined = unknown algorithm, or too many attempts
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

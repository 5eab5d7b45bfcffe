import { createHmac, timingSafeEqual } from 'node:crypto';
import { APP_CODE } from '@samtal/api-contract';

/** The hashes of RFC 6238; authenticator apps know the first one for certain. */
type TotpHash = 'sha1' | 'sha256' | 'sha512';

const PERIOD_MS = APP_CODE.periodSeconds * 1000;
/** Steps by which the clock of a phone may be wrong (RFC 6238 §5.2 recommends one). */
const SKEW_STEPS = 1;

/** The code of a time step (RFC 4226 §5.3, RFC 6238 §4). */
export function totpAt(
  secret: Uint8Array,
  step: number,
  { digits = APP_CODE.digits, hash = 'sha1' }: { readonly digits?: number; readonly hash?: TotpHash } = {},
): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac(hash, secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const value = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

export const stepAt = (now: number): number => Math.floor(now / PERIOD_MS);

/**
 * The time step of which `code` is the code, at most one before or after now; undefined = of none. It takes the same time
 * whichever it is.
 * @param now milliseconds since the epoch
 */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  const given = Buffer.from(code);
  if (given.length !== APP_CODE.digits) return undefined;
  let found: number | undefined;
  for (let skew = -SKEW_STEPS; skew <= SKEW_STEPS; skew += 1) {
    const step = stepAt(now) + skew;
    if (step >= 0 && timingSafeEqual(given, Buffer.from(totpAt(secret, step)))) found = step;
  }
  return found;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648 §6), as authenticator apps read secrets. */
export function toBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((part) => BASE32[Number.parseInt(part.padEnd(5, '0'), 2)])
    .join('');
}

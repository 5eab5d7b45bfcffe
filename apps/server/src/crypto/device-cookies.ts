import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DEVICE_LIMITS } from '../domain/limits/limits.ts';

/**
 * Marks that prove that an account has logged in before in this browser (OWASP "device cookies"). A mark is a
 * random number, its time, and a signature over both and the account. It holds no name and reveals nothing to
 * other users of the browser.
 */
export type DeviceCookies = {
  /**
   * Adds a mark for this account to the value of a cookie.
   * @returns the new value: the new mark, followed by the newest marks of other accounts up to a limit
   */
  renew(value: string, accountId: string): string;
  /**
   * Finds the mark of this account in the value of a cookie.
   * @returns its random number; undefined = no valid mark
   */
  find(value: string, accountId: string): string | undefined;
};

const SEPARATOR = '~';
const MARK = /^([\w-]{22})\.([0-9a-z]{1,9})\.([\w-]{43})$/;
const SECOND_MS = 1000;

/**
 * Creates and finds the marks that are signed with `secret`.
 * @param secret at least 32 bytes
 * @param now milliseconds since the epoch
 */
export function createDeviceCookies(secret: Uint8Array, now: () => number): DeviceCookies {
  const { accounts, lifetimeMs } = DEVICE_LIMITS;
  const sign = (nonce: string, time: string, accountId: string): Buffer =>
    createHmac('sha256', secret).update(`device ${nonce} ${time} ${accountId}`).digest();

  function nonceOf(mark: string, accountId: string): string | undefined {
    const [, nonce, time, signature] = MARK.exec(mark) ?? [];
    if (nonce === undefined || time === undefined || signature === undefined) return undefined;
    const given = Buffer.from(signature, 'base64url');
    const expected = sign(nonce, time, accountId);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return now() - Number.parseInt(time, 36) * SECOND_MS < lifetimeMs ? nonce : undefined;
  }
  const marksIn = (value: string): string[] =>
    value.split(SEPARATOR, accounts).filter((mark) => MARK.test(mark));

  return {
    renew(value, accountId) {
      const nonce = randomBytes(16).toString('base64url');
      const time = Math.floor(now() / SECOND_MS).toString(36);
      const mark = `${nonce}.${time}.${sign(nonce, time, accountId).toString('base64url')}`;
      const others = marksIn(value).filter((each) => nonceOf(each, accountId) === undefined);
      return [mark, ...others].slice(0, accounts).join(SEPARATOR);
    },
    find: (value, accountId) =>
      marksIn(value)
        .map((mark) => nonceOf(mark, accountId))
        .find((nonce) => nonce !== undefined),
  };
}

import type { Attempts, CountedKey } from '../../../domain/coordination/attempts.ts';
import type { ShortLived } from '../../../domain/coordination/short-lived.ts';
import { LOGIN_LIMITS } from '../../../domain/limits/limits.ts';
import type { Attempt } from '../../../domain/limits/throttle.ts';
import { subnetOf } from '../../../network/subnet-of.ts';

export type LoginAttempt = {
  /** Network address of the visitor. */
  readonly address: string;
  readonly username: string;
  /** The mark of a browser in which this account has logged in before. */
  readonly device: string | undefined;
};

export type LoginThrottle = {
  /** Counts an attempt before its password is compared, so that parallel attempts cannot exceed the limit. */
  attempt(login: LoginAttempt): Promise<Attempt>;
  /**
   * Called after a login: takes the attempt back, and remembers the address for this username.
   * @param attempt undefined = it was taken back before the second step
   */
  succeeded(login: LoginAttempt, attempt?: Attempt): Promise<void>;
};

/**
 * Slows down password guessing, from one address and from many together. The limit over all addresses does
 * not apply to a browser or address from which the account has logged in, so that strangers cannot lock its
 * user out there. A browser with a mark has limits of its own, so a stolen mark allows few attempts.
 */
export function createLoginThrottle({
  attempts,
  shortLived,
}: {
  readonly attempts: Attempts;
  readonly shortLived: ShortLived;
}): LoginThrottle {
  const { nearby, anywhere, device, deviceLong } = LOGIN_LIMITS;
  const nameOf = (username: string): string => username.trim().toLowerCase();
  const pairOf = ({ address, username }: LoginAttempt): string => `${subnetOf(address)} ${nameOf(username)}`;

  async function keysOf(login: LoginAttempt): Promise<readonly CountedKey[]> {
    const { username, device: mark } = login;
    if (mark !== undefined)
      return [
        { name: 'loginDevice', limit: device, key: mark },
        { name: 'loginDeviceLong', limit: deviceLong, key: mark },
      ];
    const pair = pairOf(login);
    const atAddress = { name: 'loginNearby', limit: nearby, key: pair };
    return (await shortLived.find('familiar', pair)) === undefined
      ? [atAddress, { name: 'loginAnywhere', limit: anywhere, key: nameOf(username) }]
      : [atAddress];
  }

  return {
    attempt: async (login) => attempts.attempt(await keysOf(login)),
    async succeeded(login, attempt) {
      if (attempt?.isAllowed === true) await attempt.takeBack();
      await shortLived.put('familiar', pairOf(login));
    },
  };
}

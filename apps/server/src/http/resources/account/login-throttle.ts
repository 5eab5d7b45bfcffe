import { FifoMap } from 'toad-cache';
import { LOGIN_LIMITS } from '../../../domain/limits/limits.ts';
import type { Attempt, ThrottleLimit } from '../../../domain/limits/throttle.ts';
import { attemptUnder, createThrottle } from '../../../domain/limits/throttle.ts';
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
  attempt(login: LoginAttempt): Attempt;
  /**
   * Called after a login: takes the attempt back, and remembers the address for this username.
   * @param attempt undefined = it was taken back before the second step
   */
  succeeded(login: LoginAttempt, attempt?: Attempt): void;
};

/**
 * Slows down password guessing, from one address and from many together. The limit over all addresses does
 * not apply to a browser or address from which the account has logged in, so that strangers cannot lock its
 * user out there. A browser with a mark has limits of its own, so a stolen mark allows few attempts.
 * @param elapsedMs monotonic milliseconds
 */
export function createLoginThrottle(elapsedMs: () => number): LoginThrottle {
  const { keys } = LOGIN_LIMITS;
  const throttleOf = (limit: ThrottleLimit) => createThrottle(elapsedMs, limit, keys);
  const nearby = throttleOf(LOGIN_LIMITS.nearby);
  const anywhere = throttleOf(LOGIN_LIMITS.anywhere);
  const device = throttleOf(LOGIN_LIMITS.device);
  const deviceLong = throttleOf(LOGIN_LIMITS.deviceLong);
  const familiar = new FifoMap<true>(keys);
  const nameOf = (username: string): string => username.trim().toLowerCase();
  const pairOf = ({ address, username }: LoginAttempt): string => `${subnetOf(address)} ${nameOf(username)}`;
  return {
    attempt(login) {
      if (login.device !== undefined)
        return attemptUnder([
          [device, login.device],
          [deviceLong, login.device],
        ]);
      const pair = pairOf(login);
      return familiar.get(pair)
        ? attemptUnder([[nearby, pair]])
        : attemptUnder([
            [nearby, pair],
            [anywhere, nameOf(login.username)],
          ]);
    },
    succeeded(login, attempt) {
      if (attempt?.isAllowed === true) attempt.takeBack();
      const pair = pairOf(login);
      familiar.delete(pair);
      familiar.set(pair, true);
    },
  };
}

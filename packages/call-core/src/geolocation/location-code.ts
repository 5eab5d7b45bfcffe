import type { Position } from '../ports.ts';
import type { CivicAddress } from '../state/geolocation-state.ts';

/** What a location document says. */
export type PidfLo = {
  /** `user@domain` of the user. */
  readonly address: string;
  /** UUID of the device (RFC 4479 §3.3). */
  readonly deviceId: string;
  /** Where the device was found. */
  readonly position?: Position | undefined;
  /** The address that the user typed beforehand. */
  readonly civic?: CivicAddress | undefined;
  /** The time of the call, milliseconds since the epoch. */
  readonly now: number;
};

/** The code that writes location documents. */
export type LocationCode = { readonly pidfLoOf: (content: PidfLo) => string };

/**
 * That code, which is loaded after the login of a user whose emergency calls carry a location, long before a call. The
 * INVITE does not wait for it.
 */
export type FetchedLocation = {
  /** Undefined until the code is loaded. */
  get(): LocationCode | undefined;
  /** Loads the code; rejects if that fails. */
  fetch(): Promise<LocationCode>;
};

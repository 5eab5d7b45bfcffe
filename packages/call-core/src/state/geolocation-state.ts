import type { Position } from '../ports.ts';

/** An address as the user typed it beforehand (decision D89); any part may be empty. */
export type CivicAddress = readonly [
  street: string,
  houseNumber: string,
  postalCode: string,
  city: string,
  /** Two letters of ISO 3166-1. */
  country: string,
  extra: string,
];

/**
 * The organisation's settings for sending positions in emergency calls; absent = no position is sent
 * (GEO-07).
 */
export type GeolocationSettings = {
  /** GEO_TRACK_USER_LOCATION: send the position every 10 s, otherwise once. */
  readonly isTracked: boolean;
  /**
   * GEO_UPDATE_LIMIT: a position less than this far from the last sent one is not sent; 0: all are sent
   * (GEO-05).
   */
  readonly updateLimitMetres: number;
  /** Is sent as well, but only in calls that the user makes (decision D89). */
  readonly civic?: CivicAddress;
};

/** State of the search for the user's position in an emergency call; `idle` in any other call (GEO-02). */
export type GeolocationState =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'watching';
      readonly callId: string;
      /** The INVITE may still be waiting for the first position (decision D19). */
      readonly isAwaited: boolean;
      readonly latest: Position | undefined;
      readonly lastSent: Position | undefined;
    };

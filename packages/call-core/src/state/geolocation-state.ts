import type { Position } from '../ports.ts';

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

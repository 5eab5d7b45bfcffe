import type { Position } from '../ports.ts';

/** What an organisation decided about location in emergency calls; without it nothing is ever sent (GEO-07). */
export type LocationSettings = {
  /** GEO_TRACK_USER_LOCATION: send again every 10 s, else once. */
  readonly isTracked: boolean;
  /** GEO_UPDATE_LIMIT: shorter moves are not sent, 0 = all are (GEO-05). */
  readonly updateLimitMetres: number;
};

/** Where the person is during an emergency call; `idle` in any other (GEO-02). */
export type LocationState =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'watching';
      readonly callId: string;
      /** The INVITE may still wait for the first position (decision D19). */
      readonly isAwaited: boolean;
      readonly latest: Position | undefined;
      readonly lastSent: Position | undefined;
    };

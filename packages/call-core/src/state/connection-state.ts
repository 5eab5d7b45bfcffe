/**
 * The line to the SIP server (STATE-32). A series is at most `reconnectionAttempts` tries: the first at once,
 * the rest one delay after the failure before (REG-08, A-055); each failure moves to the next server (REG-10). The
 * series is over with the registration: a server that accepts the line and drops it again has failed like any other.
 *
 *   stopped ──start──▶ connecting ──lineOpened──▶ online
 *                        ▲  │ lineLost               │ lineLost
 *             retryDue   │  ▼                        ▼
 *                      waiting ◀──── (registered before: attempt 1 at once)
 *                        │ attempts used up
 *                        ▼
 *                      failed ──browserOnline / heartbeat (60) / retry──▶ connecting
 *
 * `browserOffline` leads from anywhere to `offline`, and `browserOnline` from there to connecting. `wasOnline` tells
 * a first connection from the return of a lost one.
 */
export type ConnectionState =
  | { readonly phase: 'stopped' }
  | {
      readonly phase: 'connecting';
      readonly server: string;
      readonly attempt: number;
      readonly wasOnline: boolean;
    }
  | {
      readonly phase: 'waiting';
      readonly server: string;
      readonly attempt: number;
      readonly wasOnline: boolean;
    }
  | {
      readonly phase: 'online';
      readonly server: string;
      /** The attempt of the series that opened the line; 0 from the registration on. */
      readonly attempt: number;
      readonly wasOnline: boolean;
    }
  | { readonly phase: 'offline'; readonly server: string; readonly wasOnline: boolean }
  | { readonly phase: 'failed'; readonly server: string; readonly wasOnline: boolean };

/** What banners and guards speak of (NAV-13, -14, -15): `establishing` is the first connection after login. */
export type ConnectionWord = 'offline' | 'establishing' | 'reconnecting' | 'online' | 'failed';

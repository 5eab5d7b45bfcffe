/**
 * The connection to the SIP server (STATE-32). A series has at most `reconnectionAttempts` attempts: the
 * first is immediate, each later one comes one delay after a failure (REG-08, A-055), and each failure moves
 * to the next server (REG-10). Registration ends the series: a server that drops the connection before
 * registration has failed too.
 *
 *   stopped ──started──▶ connecting ──connectionOpened──▶ online
 *                         ▲      │ connectionLost           │ connectionLost (once registered:
 *               reconnect │      ▼                          │ attempt 1 immediately)
 *                 (timer) └── waiting ◀─────────────────────┘
 *
 * A `connectionLost` that uses up the attempts leads to `failed`, and so does `registrationGivenUp`. From
 * `failed` a browser event, the heartbeat (60) or the user's retry leads to `connecting`. `browserOffline`
 * leads from every phase but `stopped` to `offline`, and `browserOnline` from `offline` to `connecting`.
 * `wasOnline` separates a reconnection from the first connection.
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
      /** The attempt of the series that opened the connection; 0 once registered. */
      readonly attempt: number;
      readonly wasOnline: boolean;
    }
  | { readonly phase: 'offline'; readonly server: string; readonly wasOnline: boolean }
  | { readonly phase: 'failed'; readonly server: string; readonly wasOnline: boolean };

/** The states that banners show and guards check (NAV-13, -14, -15); `establishing`: first connection. */
export type ConnectionName = 'offline' | 'establishing' | 'reconnecting' | 'online' | 'failed';

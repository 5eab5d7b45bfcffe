/** Events come once in so many ticks of one second (STATE-36). */
export const HEARTBEATS = [1, 5, 20, 60] as const;

export type Heartbeat = (typeof HEARTBEATS)[number];

/** Time since the login, in ticks of a second. */
export type HeartbeatState =
  | { readonly isRunning: false }
  | {
      readonly isRunning: true;
      /** Milliseconds since the epoch. */
      readonly startedAt: number;
      readonly ticks: number;
    };

/**
 * The kinds of heartbeat, each given as the number of seconds from one of its events to the next (STATE-36).
 */
export const HEARTBEATS = [1, 5, 20, 60] as const;

export type Heartbeat = (typeof HEARTBEATS)[number];

/** Time since login, in ticks of one second. */
export type HeartbeatState =
  | { readonly isRunning: false }
  | {
      readonly isRunning: true;
      /** Milliseconds since the epoch. */
      readonly startedAt: number;
      readonly ticks: number;
    };

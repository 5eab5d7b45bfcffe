/** The kinds of heartbeat: each is the number of ticks, of one second, between two events (STATE-36). */
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

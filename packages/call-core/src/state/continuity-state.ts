/** Settings of calls that outlive an interruption (decision D80). */
export type ContinuitySettings = {
  /** How long a call may be interrupted before it ends. */
  readonly limitMs: number;
};

/** What is wrong in an interrupted call, and what this side does about it. */
export type Interruption = {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The connection of this side to the server was lost: the peer must learn the new one. */
  readonly isConnectionLost: boolean;
  /** No media or text arrives from the peer. */
  readonly isPeerLost: boolean;
  /**
   * `server`: waits until this side is registered on a connection that works. `pause`: offers after a while.
   * `offering`: a re-INVITE waits for its answer. `settling`: both ends agree, and ICE looks for the peer.
   */
  readonly step: 'server' | 'pause' | 'offering' | 'settling';
};

/** The interruption of the call in progress; undefined while it flows. */
export type ContinuityState = { readonly interruption: Interruption | undefined };

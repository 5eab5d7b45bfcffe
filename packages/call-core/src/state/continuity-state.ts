/** Settings of calls that outlive an interruption (decision D80). */
export type ContinuitySettings = {
  /** How long a call may be interrupted before it ends. */
  readonly limitMs: number;
  /** The same user is logged in again after a reload of the page, so a reload keeps the call (decision D81). */
  readonly outlivesReload?: boolean;
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
   * `server`: waits until this side is registered on a connection that works. `devices`: waits for camera and
   * microphone, which a reload has closed. `pause`: offers after a while. `offering`: an INVITE waits for its
   * answer. `settling`: both ends agree, and ICE looks for the peer.
   */
  readonly step: 'server' | 'devices' | 'pause' | 'offering' | 'settling';
  /** The own network was gone or has changed, so the peer has rarely been interrupted as well. */
  readonly isOwnNetwork?: true;
  /** The page was loaded anew during the call: an INVITE replaces the dialog of the earlier page. */
  readonly isReloaded?: true;
  /** The page of the peer was loaded anew too: its INVITE is answered when the devices are open. */
  readonly isAsked?: true;
};

/** The interruption of the call in progress; undefined while it flows. */
export type ContinuityState = { readonly interruption: Interruption | undefined };

/** Why a screen is not shared, although it was or the user wanted to; shown until it is dismissed. */
export type ScreenNotice =
  /** The browser or the system of the user does not let them. */
  | 'denied'
  /** The browser wants another press. */
  | 'pressAgain'
  | 'failed'
  /** The other end does not take a screen. */
  | 'refused'
  /** The other end shares a screen already. */
  | 'taken'
  /** The call was put on hold, or another call came to the front. */
  | 'held'
  /** There are three people in the call (decision D102). */
  | 'three'
  /** The page was loaded again. */
  | 'reloaded'
  /** The page of the other end was loaded again, and its screen is not shared any more. */
  | 'peerReloaded';

/** A screen that is shared in a call (decision D88): of either end, but of one at a time. */
export type ScreenState = {
  /** `choosing`: the browser asks what to share; `wanted`: it is captured, and the other end is offered it. */
  readonly own: 'none' | 'choosing' | 'wanted';
  /** Whether the peer has agreed to be sent the screen; differs from `own` until an offer is answered. */
  readonly isOwnAgreed: boolean;
  /** The peer shares its screen. */
  readonly isByPeer: boolean;
  /** Number of offers in a row that crossed an offer of the peer or were lost, with the current one; 0 = none. */
  readonly attempts: number;
  /** The peer does not take a screen in this call. */
  readonly isRefused: boolean;
  readonly notice?: ScreenNotice;
};

/** The shared screens of calls, by their `callId`. */
export type ScreenStates = Readonly<Record<string, ScreenState>>;

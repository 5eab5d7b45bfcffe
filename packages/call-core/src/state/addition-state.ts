import type { DeviceKind } from '../media-kinds.ts';

/** A medium that the user adds to the call in progress. */
export type OwnAddition = {
  readonly kind: DeviceKind;
  /**
   * `crossed`: the peer made an offer at the same time, or is away; this side offers again after a while. `waiting`: the
   * call is interrupted; this side offers when it goes on.
   */
  readonly step: 'opening' | 'offering' | 'crossed' | 'waiting';
  /** Number of offers that crossed an offer of the peer, or found it away. */
  readonly crossings: number;
};

/** Media that are added to a call in progress (decision D33). */
export type AdditionState = {
  readonly own: OwnAddition | undefined;
  /** The media that the user has requested meanwhile, in order. */
  readonly next: readonly DeviceKind[];
  /** The medium that the remote user has added last. */
  readonly added: { readonly kind: DeviceKind; readonly isAsked: boolean } | undefined;
};

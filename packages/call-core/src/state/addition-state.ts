import type { DeviceKind } from '../media-kinds.ts';

/** A medium that the user adds to the call in progress. */
export type OwnAddition = {
  readonly kind: DeviceKind;
  /** `crossed`: the peer made an offer at the same time; this side offers again after a while. */
  readonly step: 'opening' | 'offering' | 'crossed';
  /** Number of offers that crossed an offer of the peer. */
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

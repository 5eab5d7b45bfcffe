import type { DeviceKind, NegotiatedMedia } from '../media-kinds.ts';
import type { CallIdentity } from './call-state.ts';
import type { PanelsState } from './panels-state.ts';
import type { TextState } from './text-state.ts';

/** What the user has switched on or off on the call screen, as far as it outlives a reload. */
export type KeptPanels = Pick<
  PanelsState,
  | 'isMicrophoneOn'
  | 'isCameraOn'
  | 'isSoundOn'
  | 'isVideoVisible'
  | 'isTextVisible'
  | 'isSelfViewVisible'
  | 'isDialerVisible'
>;

/**
 * What a page leaves behind for the page that is loaded in its place, so that the call goes on there (decision
 * D81). It is personal: it is kept in the tab, for one reading.
 */
export type CallTicket = {
  /** Changes when a page of another build could not read the ticket. */
  readonly format: 1;
  /** The address of record of the user, `user@domain`. */
  readonly account: string;
  readonly call: CallIdentity;
  readonly media: NegotiatedMedia;
  /** The devices that were open. */
  readonly devices: Readonly<Record<DeviceKind, boolean>>;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** Since when the call is interrupted, in milliseconds since the epoch. */
  readonly leftAt: number;
  readonly panels: KeptPanels;
  /** The text of the call (`snapshotText`), which only `restoreText` reads. */
  readonly text: unknown;
  /** The user shared their screen, which no other page can go on with (decision D88). */
  readonly hadScreen?: true;
  /** The user held the call, which stays so (decision D84); absent = they did not. */
  readonly isHeld?: boolean;
  /** Names the dialog; only the adapter that wrote it reads it (`Signalling.dialogOf`). */
  readonly dialog: string;
};

/** A ticket that was read, with the text as the core knows it. */
export type RestoredCall = Omit<CallTicket, 'format' | 'account' | 'text'> & { readonly text: TextState };

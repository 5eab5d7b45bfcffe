import type { DeviceKind } from '../media-kinds.ts';
import type { Bandwidth, SipAccount } from '../ports.ts';
import type { ContinuitySettings } from './continuity-state.ts';
import type { GeolocationSettings } from './geolocation-state.ts';

/** Settings of the user, their organisation and the brand; a new value replaces the old one at any time. */
export type ClientSettings = {
  readonly account: SipAccount;
  /** The server selected at login is first; the others follow when it fails (REG-10, REG-13). */
  readonly servers: readonly string[];
  /** Whether each medium is configured and its setting is on (MEDIA-06); `text` has no setting. */
  readonly audio: boolean;
  readonly video: boolean;
  readonly text: boolean;
  /**
   * The media that are configured, and that may be chosen for each call and added in it, whatever their
   * settings (decision D33); absent = what is off stays off (decision D16).
   */
  readonly perCall?: Readonly<Record<DeviceKind, boolean>>;
  readonly bandwidth: Bandwidth;
  /** Value of the Call-Info header of outgoing calls, if known (SIP-03). */
  readonly callInfo?: string;
  /** GEO_EMERGENCY_NUMBERS; with text on, a call to them needs neither camera nor microphone. */
  readonly emergencyNumbers: readonly string[];
  /**
   * The media that are configured, for calls by the emergency button (decision D89), and calls of the emergency
   * service ring with; absent = as any other call.
   */
  readonly emergencyMedia?: Readonly<Record<DeviceKind, boolean>>;
  /** Absent unless GEO_SEND_ON_EMERGENCY_CALL is true (GEO-07, A-068). */
  readonly geolocation?: GeolocationSettings;
  /** A second caller rings beside a call in progress (decision D85); absent = is answered 486 (decision D34). */
  readonly secondCall?: boolean;
  /** The user may transfer calls, and be asked to call a third user (decision D87). */
  readonly mayTransfer?: true;
  /** Screens may be shared in calls, by either end (decision D88). */
  readonly mayShareScreen?: true;
  /** A third user may be invited into a call (decision D102). */
  readonly threePeople?: true;
  /** Absent = a lost connection ends the call (decision D15). */
  readonly continuity?: ContinuitySettings;
  readonly reconnectionAttempts: number;
  readonly reconnectionDelayMs: number;
  readonly registerExpirySeconds: number;
};

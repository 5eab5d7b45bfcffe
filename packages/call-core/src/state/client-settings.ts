import type { Bandwidth, SipAccount } from '../ports.ts';
import type { LocationSettings } from './location-state.ts';

/** What a signed-in person, their organisation and the brand decided; a new value replaces the old at any time. */
export type ClientSettings = {
  readonly account: SipAccount;
  /** The one picked at the login comes first; the rest follow when it fails (REG-10, REG-13). */
  readonly servers: readonly string[];
  /** Medium is configured and its setting is on (MEDIA-06); `text` has no setting of its own. */
  readonly audio: boolean;
  readonly video: boolean;
  readonly text: boolean;
  readonly bandwidth: Bandwidth;
  /** Value of Call-Info for this visitor, when known (SIP-03). */
  readonly callInfo?: string;
  /** GEO_EMERGENCY_NUMBERS; calls to them are never kept back for want of a camera or microphone. */
  readonly emergencyNumbers: readonly string[];
  /** Absent unless GEO_SEND_ON_EMERGENCY_CALL is true (GEO-07, A-068). */
  readonly location?: LocationSettings;
  readonly reconnectionAttempts: number;
  readonly reconnectionDelayMs: number;
  readonly registerExpirySeconds: number;
};
